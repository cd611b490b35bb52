import type * as z from 'zod'

/** The value of one filter as it stands in the address. */
export type FilterValue = string | string[]
export type FilterValues = Record<string, FilterValue>

/** What a list shows: everything of it stands in the address, so that back, refresh and a sent link lose nothing. */
export interface Address {
  filters: FilterValues
  current: number
  pageSize: number
  sort: string | undefined
}

/** Sizes a person may choose; another one in the address counts as the default. */
export const PAGE_SIZES = [10, 20, 50, 100]

export interface AddressOptions {
  /** The names of the filters. */
  keys: readonly string[]
  /** What holds as long as the address says nothing; a filter that is there but empty was cleared by hand. */
  initial?: FilterValues
  pageSize?: number
  sort?: string
}

/** Reads the address; what is no page, no size or no known filter is left aside. */
export function readAddress(params: URLSearchParams, options: AddressOptions): Address {
  const filters: FilterValues = {}
  for (const key of options.keys) {
    const value = params.has(key) ? held(params.getAll(key)) : options.initial?.[key]
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

/** Writes the address; what is as it would be anyway is not written, and what belongs to others stays. */
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

/** The endpoint's query: what is empty is left out, what the screen has fixed wins. */
export function queryOf(address: Address, fixed: Record<string, unknown> = {}): Record<string, unknown> {
  const { current, pageSize, sort, filters } = address
  const set = Object.entries(filters).filter(([, value]) => !isEmpty(value))
  return { ...Object.fromEntries(set), current, pageSize, ...(sort ? { sort } : {}), ...fixed }
}

/** The query without what the endpoint's schema refuses: an address changed by hand shows the list all the same. */
export function acceptable(schema: z.ZodType, query: Record<string, unknown>): Record<string, unknown> {
  const { error } = schema.safeParse(query)
  const refused = new Set(error?.issues.map((issue) => issue.path[0]))
  return Object.fromEntries(Object.entries(query).filter(([key]) => !refused.has(key)))
}

/** Trims texts and drops what is empty, as a person means it who presses 查询. */
export function tidied(filters: Record<string, FilterValue | undefined>): FilterValues {
  const tidy: FilterValues = {}
  for (const [key, value] of Object.entries(filters)) {
    const trimmed = typeof value === 'string' ? value.trim() : value?.filter(Boolean)
    if (!isEmpty(trimmed) && trimmed !== undefined) tidy[key] = trimmed
  }
  return tidy
}

/** Whether two values of a filter mean the same. */
export function same(a: FilterValue | undefined, b: FilterValue | undefined): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  return [a].flat().join('\n') === [b].flat().join('\n')
}

function isEmpty(value: FilterValue | undefined): boolean {
  return value === undefined || value.length === 0
}

function held(values: string[]): FilterValue {
  return values.length === 1 ? (values[0] ?? '') : values
}
