import * as z from 'zod'
import type { FieldErrors } from '#kit/errors.ts'
import type { FieldTexts } from '#kit/failures.ts'
import { accepts, shapeOf } from '#kit/shape.ts'
import { t, word } from '#kit/text.ts'
import { fieldErrors, innerOf, labelAt } from '#kit/validation.ts'

export type Values = Record<string, unknown>

/** The parts of a form that decide what it sends. */
export interface FormPlan {
  /** The endpoint's input. */
  schema: z.ZodType
  /** The fields that the form shows now. */
  keys: readonly string[]
  /** Fields that show a masked value: undefined means untouched. */
  masked: readonly string[]
  /** The record that is edited; absent for a new one. */
  base: Values | undefined
  /** Sent in addition to the fields. */
  fixed: Values | undefined
  /** Every field is sent, even if its value equals the record's. */
  sendsAll?: boolean
}

/** Initial values of the fields: the record's (masked fields untouched), or the given defaults. */
export function initialValues(plan: Pick<FormPlan, 'keys' | 'masked'>, from: Values = {}): Values {
  const entries = plan.keys.map((key) => [
    key,
    plan.masked.includes(key) ? undefined : (from[key] ?? undefined),
  ])
  return Object.fromEntries(entries)
}

/** Whether a field must not be empty: the schema accepts none of the values that an empty field can be sent as. */
export function isRequired(schema: z.ZodType, key: string, editing: boolean): boolean {
  return emptyValueFor(shapeOf(schema)[key], editing) === REFUSED
}

/** The input that would be sent, the changed fields, and an error message for each invalid field. */
export function buildInput(
  plan: FormPlan,
  values: Values,
): { input: Values; changed: string[]; errors: FieldTexts } {
  const shape = shapeOf(plan.schema)
  const errors: FieldTexts = {}
  const input: Values = { ...identity(plan, shape), ...plan.fixed }
  const changed = plan.keys.filter((key) => plan.sendsAll || isChanged(plan, key, values[key]))
  for (const key of changed) {
    const value = isEmpty(values[key]) ? emptyValueFor(shape[key], plan.base !== undefined) : values[key]
    if (value === REFUSED) errors[key] = missingMessage(plan.schema, shape[key], key)
    else if (value !== undefined) input[key] = value
  }
  const { error } = plan.schema.safeParse(input, { reportInput: true })
  return { input, changed, errors: { ...(error && textsOf(fieldErrors(plan.schema, error))), ...errors } }
}

const textsOf = (errors: FieldErrors): FieldTexts =>
  Object.fromEntries(Object.entries(errors).map(([path, sentence]) => [path, t(sentence)]))

/** Whether any value differs from its initial value. */
export function isDirty(before: Values, now: Values): boolean {
  return Object.keys({ ...before, ...now }).some((key) => !sameValue(before[key], now[key]))
}

const REFUSED = Symbol('an empty field is refused')

/**
 * The value that an empty field is sent as: left out of a new record, null in an existing one, otherwise whatever the
 * schema accepts.
 */
function emptyValueFor(schema: z.ZodType | undefined, editing: boolean): unknown {
  const candidates = editing ? [null, '', []] : [undefined, null, '', []]
  const found = candidates.findIndex((candidate) => accepts(schema, candidate))
  return found < 0 ? REFUSED : candidates[found]
}

/**
 * The message for an empty field: the schema's message for a missing value, even if an edit may leave the field out.
 */
function missingMessage(inputSchema: z.ZodType, schema: z.ZodType | undefined, key: string): string {
  const { error } = requiredSchema(schema)?.safeParse(undefined, { reportInput: true }) ?? {}
  const issues = error?.issues.map((issue) => ({ ...issue, path: [key] })) ?? []
  const message = fieldErrors(inputSchema, new z.ZodError(issues))[key]
  return t(
    message ?? { sentence: '请填写{label}', values: { label: word(labelAt(inputSchema, [key]) ?? key) } },
  )
}

function requiredSchema(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return requiredSchema(innerOf(schema))
  return schema
}

/** Whether the user has changed a field of the record; for a new record always true. */
export function isChanged(plan: FormPlan, key: string, value: unknown): boolean {
  if (!plan.base) return true
  if (plan.masked.includes(key)) return value !== undefined
  return !sameValue(plan.base[key], value)
}

/** An edit sends the record's id and the version that was seen, if the endpoint defines them. */
function identity({ base }: FormPlan, shape: Record<string, z.ZodType>): Values {
  if (!base) return {}
  return Object.fromEntries(['id', 'version'].filter((key) => key in shape).map((key) => [key, base[key]]))
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

/** Whether two values of a field are equal; nothing, an empty text and an empty list are. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  return JSON.stringify(a) === JSON.stringify(b)
}
