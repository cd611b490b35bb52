import * as z from 'zod'
import type { OfferedKind } from '#access/kinds.ts'
import type { Permission } from '#access/permissions.ts'
import type { BudgetKind } from './budgets.ts'
import { isDay } from './calendar.ts'

/** What an endpoint requires of the user: a permission, any session, or (null) nothing. */
export type Need = Permission | 'signedIn' | null

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

interface Options<N extends Need, I, O> {
  needs: N
  /** One line for the API page, in Chinese. */
  summary: string
  input: I
  output: O
  /** Where input outside the path is sent: in the query string, a JSON body, or a multipart form with one `file`. */
  takes?: 'query' | 'json' | 'file'
  /** The response: a JSON envelope, or the bytes of a file; the output is then `{ name, type, bytes }`. */
  gives?: 'json' | 'file'
  /** False for a write that changes no business record (a sign-in, a preview): it needs no audit line. */
  audited?: boolean
  /**
   * False if the response must not be replayed: it contains data that may be shown once only, and each display is
   * logged.
   */
  answerKept?: boolean
  /** True if the endpoint may be called before the first password has been changed. */
  beforePasswordChange?: boolean
  /**
   * True if the endpoint may be called before a required second factor is set up. Default: the value of
   * `beforePasswordChange`.
   */
  beforeSecondFactor?: boolean
  /** True for work over many rows: of one person, one at a time is in progress (`kit/lanes.ts`). */
  isHeavy?: boolean
  /** What a call counts as for the person's budget of the day (`kit/budgets.ts`). */
  budget?: DayBudget
  /**
   * True for writes that are allowed while an admin views the console as another user: ending the view and signing out.
   */
  whileViewing?: boolean
}

/** The budgets that an endpoint can name; the others are charged for every write. */
export type DayBudget = Extract<BudgetKind, 'draft' | 'question' | 'preview' | 'export'>

/**
 * An endpoint as data. Routing, permission check, validation, types, client, audit log, documentation and tests use it.
 */
export interface Endpoint<
  N extends Need = Need,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  readonly method: Method
  /** With `:name` for the parts filled from the input: `/api/stores/:id`. */
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
  readonly isHeavy: boolean
  readonly budget: DayBudget | null
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
    isHeavy: false,
    budget: null,
    ...options,
  }
}

/**
 * Declares a read whose response fills a picker. `offers` is the kind of record that it lists: an empty picker says how
 * one is added, or who can add it.
 */
export function optionsEndpoint<const N extends Need, I extends z.ZodType, O extends z.ZodType>(
  route: `GET /api/${string}`,
  { offers, ...options }: Options<N, I, O> & { offers: OfferedKind },
): Endpoint<N, I, O> & { readonly offers: OfferedKind } {
  return { ...endpoint(route, options), offers }
}

/** The maximum of record ids and versions: that of the database's `int`. */
const MAX_INT = 2_147_483_647

const RecordNumber = z.int().positive().max(MAX_INT)

/** A record id as text, as in a path or a query. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .refine((text) => Number(text) <= MAX_INT)

/** A record id; text from a path or a query is converted. */
export const Id = z.union([RecordNumber, IdText.transform(Number)]).meta({ title: '编号' })

/** The version that the writer saw; a write to a newer record gets 409 STALE. */
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

/** A filter that may be repeated: `?storeId=1&storeId=2`, at most 200 values; the output is an array. */
export function many<T extends z.ZodType>(item: T) {
  return z
    .preprocess(
      (value) => (value === undefined || Array.isArray(value) ? value : [value]),
      z.array(item).max(200),
    )
    .optional() as z.ZodOptional<z.ZodType<z.output<T>[], z.input<T> | z.input<T>[]>>
}

/** Record ids in a query, from one to `most`; the output is an array. */
export function someIds(max: number) {
  return z.preprocess(
    (ids) => (ids === undefined || Array.isArray(ids) ? ids : [ids]),
    z.array(Id).min(1).max(max),
  ) as z.ZodType<number[], (number | string)[] | number | string>
}

/** A typed search keyword: trimmed, at most 64 characters; an empty one counts as absent. */
export const Keyword = z
  .string()
  .trim()
  .max(64)
  .transform((text) => text || undefined)
  .optional()

/**
 * The query of a list: page, page size (≤ 100), sorting (`-createdAt` for descending) by the named fields, and filters.
 */
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

/** The response of a list: one page of items and the total number. */
export function paged<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int().min(0) })
}

/**
 * How many records an empty list of problems was made from, for what it says then (`allWell`). Null if the list has
 * rows: it is not counted.
 */
export const Covers = z.int().nullable()

/** An option of a picker: id and name only. */
export const Option = z.object({ id: z.int(), name: z.string() })
