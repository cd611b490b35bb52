import * as z from 'zod'
import { amountText, isDecimalField } from './amountText.ts'
import type { FieldErrors } from './errors.ts'
import { type Sentence, type Values, word } from './text.ts'

type Issue = z.core.$ZodIssue

/**
 * Returns a sentence per field for the errors of a schema; the label of a field is the `title` of its schema. Forms and
 * the server both call it, so they show the same sentences.
 */
export function fieldErrors(schema: z.ZodType, error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    for (const [path, sentence] of issueSentences(schema, issue)) fields[path] ??= sentence
  }
  return fields
}

function issueSentences(schema: z.ZodType, issue: Issue): [string, Sentence][] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [
      [...issue.path, key].join('.'),
      { sentence: '不认识的字段：{key}', values: { key } },
    ])
  }
  const matching = issue.code === 'invalid_union' ? matchingOption(issue) : undefined
  if (matching) {
    return matching.flatMap((inner) =>
      issueSentences(schema, { ...inner, path: [...issue.path, ...inner.path] } as Issue),
    )
  }
  const label = word(labelAt(schema, issue.path) ?? String(issue.path.at(-1) ?? '内容'))
  const [sentence, values] = sentenceOf(issue)
  return [[issue.path.join('.'), { sentence, values: { label, ...values } }]]
}

/**
 * Returns the errors within the option of a union of objects that the caller meant: the only one that has all the keys
 * that were sent. Undefined if that is not exactly one.
 */
function matchingOption({ errors }: Extract<Issue, { code: 'invalid_union' }>): Issue[] | undefined {
  const fitting = errors.filter((issues) =>
    issues.every(({ code, path }) => path.length > 0 && code !== 'unrecognized_keys'),
  )
  return fitting.length === 1 && fitting[0]?.length ? (fitting[0] as Issue[]) : undefined
}

/** The sentence for an issue, and its values in addition to `label`. */
function sentenceOf(issue: Issue): [sentence: string, values?: Values] {
  switch (issue.code) {
    case 'custom':
      return [issue.message === 'Invalid input' ? '{label}格式不正确' : issue.message]
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_value':
      return [issue.input === undefined ? '请选择{label}' : '{label}不在可选范围内']
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return ['请输入{label}']
      return [isDecimalField(fieldOf(issue)) ? '{label}应为数字，最多两位小数' : '{label}格式不正确']
    case 'invalid_format':
      // Use the schema's own message if it has one; zod's default is English.
      return [issue.message.startsWith('Invalid') ? '{label}格式不正确' : issue.message]
    case 'invalid_union':
      return [issue.input === undefined ? '请选择{label}' : '{label}格式不正确']
    default:
      return ['{label}格式不正确']
  }
}

const fieldOf = (issue: Issue) => String(issue.path.at(-1) ?? '')

function tooSmall(issue: Extract<Issue, { code: 'too_small' }>): [string, Values?] {
  const n = Number(issue.minimum)
  if (issue.origin === 'string') return n <= 1 ? ['请输入{label}'] : ['{label}至少 {n} 个字符', { n }]
  if (issue.origin === 'array') return n <= 1 ? ['请选择{label}'] : ['{label}至少选 {n} 项', { n }]
  const minimum = amountText(fieldOf(issue), n) ?? n
  return [issue.inclusive ? '{label}不能小于 {n}' : '{label}必须大于 {n}', { n: minimum }]
}

function tooBig(issue: Extract<Issue, { code: 'too_big' }>): [string, Values] {
  const n = Number(issue.maximum)
  if (issue.origin === 'string') return ['{label}最多 {n} 个字符', { n }]
  if (issue.origin === 'array') return ['{label}最多 {n} 项', { n }]
  return ['{label}不能大于 {n}', { n: amountText(fieldOf(issue), n) ?? n }]
}

/** Returns the label of the field at a path: the nearest `title`, through optional, default and array schemas. */
export function labelAt(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  let here: z.ZodType | undefined = schema
  let label: string | undefined
  for (const key of path) {
    here = here && childOf(here, key)
    if (!here) break
    label = titleOf(here) ?? label
  }
  return label
}

/** Returns the `title` of a schema from `.meta({ title })`, also through optional, nullable and other wrappers. */
export function titleOf(schema: z.ZodType): string | undefined {
  const title = schema.meta()?.title
  if (title) return title
  const inner = innerOf(schema)
  return inner && titleOf(inner)
}

/** Returns the schema inside optional, nullable, default or pipe; undefined if there is none. */
export function innerOf(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.unwrap() as z.ZodType
  if (schema instanceof z.ZodDefault) return schema.unwrap() as z.ZodType
  // A preprocess is a pipe whose schema is its output; any other pipe validates its input.
  if (schema instanceof z.ZodPipe)
    return (schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType
  return undefined
}

function childOf(schema: z.ZodType, key: PropertyKey): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.shape[String(key)] as z.ZodType | undefined
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType
  if (schema instanceof z.ZodUnion) {
    const found = schema.options.map((option) => childOf(option as z.ZodType, key))
    return found.find((child) => child !== undefined)
  }
  const inner = innerOf(schema)
  return inner && childOf(inner, key)
}
