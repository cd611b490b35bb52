import type * as z from 'zod'

/** The value of one filter in the address. */
export type FilterValue = string | string[]
export type FilterValues = Record<string, FilterValue>

/** The state of a list. All of it is in the address, so that "back", a reload and a sent link preserve it. */
export interface Address {
  filters: FilterValues
  current: number
  pageSize: number
  sort: string | undefined
}

/** Page sizes that the user may choose; any other size in the address counts as the default. */
export const PAGE_SIZES = [10, 20, 50, 100]

export interface AddressOptions {
  /** The names of the filters. */
  keys: readonly string[]
  /** Defaults while the address contains no value; a filter that is present but empty was cleared by the user. */
  initial?: FilterValues
  pageSize?: number
  sort?: string
}

/** Reads the address; ignores invalid pages and sizes, and unknown filters. */
export function readAddress(params: URLSearchParams, options: AddressOptions): Address {
  const filters: FilterValues = {}
  for (const key of options.keys) {
    const value = params.has(key) ? toFilterValue(params.getAll(key)) : options.initial?.[key]
    if (value !== undefined) filters[key] = value
  }
  const size = Number(params.get('pageSize'))
  return {
    filters,
    current: Math.min(Math.max(Math.trunc(Number(params.get('current'))) || 1, 1), 100_000),
    pageSize: PAGE_SIZES.includes(size) ? size : (options.pageSize ?? 20),
    sort: params.get('sort') ?? options.sort,
  }
}

/** Writes the address; omits defaults, and keeps the parameters of others. */
export function writeAddress(
  params: URLSearchParams,
  address: Address,
  options: AddressOptions,
): URLSearchParams {
  const written = new URLSearchParams(params)
  for (const key of [...options.keys, 'current', 'pageSize', 'sort']) written.delete(key)
  for (const key of options.keys) {
    const value = address.filters[key]
    if (same(value, options.initial?.[key])) continue
    for (const item of isEmpty(value) ? [''] : [value ?? ''].flat()) written.append(key, item)
  }
  if (address.sort && address.sort !== options.sort) written.set('sort', address.sort)
  if (address.pageSize !== (options.pageSize ?? 20)) written.set('pageSize', String(address.pageSize))
  if (address.current !== 1) written.set('current', String(address.current))
  return written
}

/** The endpoint's query: without empty filters; values fixed by the screen take precedence. */
export function queryOf(address: Address, fixed: Record<string, unknown> = {}): Record<string, unknown> {
  const { current, pageSize, sort, filters } = address
  const set = Object.entries(filters).filter(([, value]) => !isEmpty(value))
  return { ...Object.fromEntries(set), current, pageSize, ...(sort ? { sort } : {}), ...fixed }
}

/**
 * The query without the parameters that the endpoint's schema refuses, so that an invalid address still shows the list.
 */
export function acceptable(schema: z.ZodType, query: Record<string, unknown>): Record<string, unknown> {
  const { error } = schema.safeParse(query)
  const refused = new Set(error?.issues.map((issue) => issue.path[0]))
  return Object.fromEntries(Object.entries(query).filter(([key]) => !refused.has(key)))
}

/** Trims texts and removes empty values before a search. */
export function trimFilters(filters: Record<string, FilterValue | undefined>): FilterValues {
  const tidy: FilterValues = {}
  for (const [key, value] of Object.entries(filters)) {
    const trimmed = typeof value === 'string' ? value.trim() : value?.filter(Boolean)
    if (!isEmpty(trimmed) && trimmed !== undefined) tidy[key] = trimmed
  }
  return tidy
}

/** Whether two values of a filter are equal. */
export function same(a: FilterValue | undefined, b: FilterValue | undefined): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  return [a].flat().join('\n') === [b].flat().join('\n')
}

function isEmpty(value: FilterValue | undefined): boolean {
  return value === undefined || value.length === 0
}

function toFilterValue(values: string[]): FilterValue {
  return values.length === 1 ? (values[0] ?? '') : values
}
