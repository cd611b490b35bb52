import * as z from 'zod'
import type { Permission } from '#access/permissions.ts'
import { isDay } from './calendar.ts'

/** What an endpoint asks of the person: a permission, any session, or (null) nothing. */
export type Need = Permission | 'signedIn' | null

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

interface Options<N extends Need, I, O> {
  needs: N
  /** One line for the reader of the API page, in Chinese. */
  summary: string
  input: I
  output: O
  /** Where the input comes from beside the path: the query string, a JSON body, or a multipart form with one `file`. */
  takes?: 'query' | 'json' | 'file'
  /** What comes back: an envelope of JSON, or the bytes themselves, where the output is `{ name, type, bytes }`. */
  gives?: 'json' | 'file'
  /** False for a write that changes no business record (a sign-in, a preview): it then need not leave an audit line. */
  audited?: boolean
  /** False where a repeat may not be given the first answer again: it shows what is shown once, and logged each time. */
  answerKept?: boolean
  /** True for what a person may call before the first password has been changed. */
  beforePasswordChange?: boolean
  /** True for what a person may call who owes a second factor; whatever comes before the password does as well. */
  beforeSecondFactor?: boolean
  /** True for the writes of an admin who looks at the console as somebody else: to stop looking, and to sign out. */
  whileViewing?: boolean
}

/** An endpoint is data: route, permission, validation, types, client, audit line, documentation and tests read it. */
export interface Endpoint<
  N extends Need = Need,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  readonly method: Method
  /** With `:name` for the parts that the input names: `/api/stores/:id`. */
  readonly path: `/api/${string}`
  readonly needs: N
  readonly summary: string
  readonly input: I
  readonly output: O
  readonly takes: 'query' | 'json' | 'file'
  readonly gives: 'json' | 'file'
  readonly audited: boolean
  readonly answerKept: boolean
  readonly beforePasswordChange: boolean
  readonly beforeSecondFactor: boolean
  readonly whileViewing: boolean
}

export type Contract = Record<string, Endpoint>

/** Declares an endpoint: `endpoint('POST /api/stores/:id/stop', { needs, summary, input, output })`. */
export function endpoint<const N extends Need, I extends z.ZodType, O extends z.ZodType>(
  route: `${Method} /api/${string}`,
  options: Options<N, I, O>,
): Endpoint<N, I, O> {
  const [method, path] = route.split(' ') as [Method, `/api/${string}`]
  return {
    method,
    path,
    takes: method === 'GET' ? 'query' : 'json',
    gives: 'json',
    audited: method !== 'GET',
    answerKept: true,
    beforePasswordChange: false,
    beforeSecondFactor: options.beforePasswordChange ?? false,
    whileViewing: method === 'GET',
    ...options,
  }
}

/** The greatest number that a record or a version can have: the database's `int` ends there. */
const MAX_INT = 2_147_483_647

const RecordNumber = z.int().positive().max(MAX_INT)

/** A record's number as text, as it stands in a path or a query. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .refine((text) => Number(text) <= MAX_INT)

/** A record's number; as text where it comes from a path or a query. */
export const Id = z.union([RecordNumber, IdText.transform(Number)]).meta({ title: '编号' })

/** The version that the writer saw; a write to a newer record answers 409 STALE. */
export const Version = RecordNumber.meta({ title: '版本' })

/** A day that exists, `2026-01-15`. */
export const Day = z.string().refine(isDay, { params: { rule: 'day' } })

/** A month, `2026-01`. */
export const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/)

/** An amount in 分. */
export const Cents = z.int().min(-99_999_999_999).max(99_999_999_999)

/** A whole number from a query string. */
const queryInt = (min: number, max: number) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(min).max(max))

/** A filter that may be repeated: `?storeId=1&storeId=2`, at most 200 values; always an array after parsing. */
export function many<T extends z.ZodType>(item: T) {
  return z
    .preprocess(
      (value) => (value === undefined || Array.isArray(value) ? value : [value]),
      z.array(item).max(200),
    )
    .optional() as z.ZodOptional<z.ZodType<z.output<T>[], z.input<T> | z.input<T>[]>>
}

/** The numbers of records in an address, from one to `most`; always an array after parsing. */
export function someIds(most: number) {
  return z.preprocess(
    (ids) => (ids === undefined || Array.isArray(ids) ? ids : [ids]),
    z.array(Id).min(1).max(most),
  ) as z.ZodType<number[], (number | string)[] | number | string>
}

/** What a person types into a search box: trimmed, at most 64 characters; empty counts as absent. */
export const Keyword = z
  .string()
  .trim()
  .max(64)
  .transform((text) => text || undefined)
  .optional()

/** The query of a list: page, size (≤ 100), sort (`-createdAt` for descending) over the named fields, and the filters. */
export function page<F extends z.ZodRawShape, const S extends readonly [string, ...string[]]>(
  filters: F,
  sortable: S,
) {
  const directions = sortable.flatMap((field) => [field, `-${field}`]) as [
    S[number] | `-${S[number]}`,
    ...(S[number] | `-${S[number]}`)[],
  ]
  return z.strictObject({
    current: queryInt(1, 100_000).default(1),
    pageSize: queryInt(1, 100).default(20),
    sort: z.enum(directions).optional(),
    ...filters,
  })
}

/** The answer of a list: one page of items and how many there are in all. */
export function paged<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int().min(0) })
}

/** What a picker shows: number and name, nothing else. */
export const Option = z.object({ id: z.int(), name: z.string() })
