import * as z from 'zod'
import type { FieldErrors } from '#kit/errors.ts'
import { accepts, shapeOf } from '#kit/shape.ts'
import { fill } from '#kit/text.ts'
import { fieldErrors, innerOf, labelAt } from '#kit/validation.ts'

export type Values = Record<string, unknown>

/** What a form needs to know of itself to say what it would send. */
export interface FormPlan {
  /** The endpoint's input. */
  schema: z.ZodType
  /** The fields that stand in the form now. */
  keys: readonly string[]
  /** Fields that show a masked value: undefined means that nobody touched it. */
  masked: readonly string[]
  /** The record that is edited; absent for a new one. */
  base: Values | undefined
  /** Sent whatever is typed. */
  fixed: Values | undefined
  /** Every field is sent, also one that stands as the record has it. */
  act?: boolean
}

/** What the fields begin with: the record (a masked field untouched), or the given defaults. */
export function initialValues(plan: Pick<FormPlan, 'keys' | 'masked'>, from: Values = {}): Values {
  const entries = plan.keys.map((key) => [
    key,
    plan.masked.includes(key) ? undefined : (from[key] ?? undefined),
  ])
  return Object.fromEntries(entries)
}

/** Whether a field may not be left empty: the schema takes nothing of what an empty field can become. */
export function isRequired(schema: z.ZodType, key: string, editing: boolean): boolean {
  return emptied(shapeOf(schema)[key], editing) === REFUSED
}

/** What would be sent, and a sentence per field for what the schema finds wrong with it. */
export function outgoing(
  plan: FormPlan,
  values: Values,
): { input: Values; changed: string[]; errors: FieldErrors } {
  const shape = shapeOf(plan.schema)
  const errors: FieldErrors = {}
  const input: Values = { ...identity(plan, shape), ...plan.fixed }
  const changed = plan.keys.filter((key) => plan.act || isChanged(plan, key, values[key]))
  for (const key of changed) {
    const value = isEmpty(values[key]) ? emptied(shape[key], plan.base !== undefined) : values[key]
    if (value === REFUSED) errors[key] = missing(plan.schema, shape[key], key)
    else if (value !== undefined) input[key] = value
  }
  const { error } = plan.schema.safeParse(input, { reportInput: true })
  return { input, changed, errors: { ...(error && fieldErrors(plan.schema, error)), ...errors } }
}

/** Whether anything differs from what the form began with. */
export function isDirty(before: Values, now: Values): boolean {
  return Object.keys({ ...before, ...now }).some((key) => !sameValue(before[key], now[key]))
}

const REFUSED = Symbol('an empty field is refused')

/** What an emptied field is sent as: left out of a new record, null in an existing one, else whatever the schema takes. */
function emptied(schema: z.ZodType | undefined, editing: boolean): unknown {
  const candidates = editing ? [null, '', []] : [undefined, null, '', []]
  const found = candidates.findIndex((candidate) => accepts(schema, candidate))
  return found < 0 ? REFUSED : candidates[found]
}

/** The sentence of a field that stands empty: what its schema says of nothing, also where an edit may leave it out. */
function missing(whole: z.ZodType, schema: z.ZodType | undefined, key: string): string {
  const { error } = demanded(schema)?.safeParse(undefined, { reportInput: true }) ?? {}
  const issues = error?.issues.map((issue) => ({ ...issue, path: [key] })) ?? []
  const said = fieldErrors(whole, new z.ZodError(issues))[key]
  return said ?? fill('请填写{label}', { label: labelAt(whole, [key]) ?? key })
}

function demanded(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return demanded(innerOf(schema))
  return schema
}

/** Whether this person has changed a field of the record; of a new record everything is theirs. */
export function isChanged(plan: FormPlan, key: string, value: unknown): boolean {
  if (!plan.base) return true
  if (plan.masked.includes(key)) return value !== undefined
  return !sameValue(plan.base[key], value)
}

/** An edit names its record and the version that was seen, where the endpoint asks for them. */
function identity({ base }: FormPlan, shape: Record<string, z.ZodType>): Values {
  if (!base) return {}
  return Object.fromEntries(['id', 'version'].filter((key) => key in shape).map((key) => [key, base[key]]))
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

/** Whether two values of a field mean the same; nothing, an empty text and an empty list do. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  return JSON.stringify(a) === JSON.stringify(b)
}
