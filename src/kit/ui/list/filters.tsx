import { today } from '#kit/calendar.ts'
import { isDaysWord, spanOf, wordNames } from '#kit/relativeDays.ts'
import { t } from '#kit/text.ts'
import { type FilterValue, type FilterValues, same } from './address.ts'
import type { Filter } from './declare.tsx'

export interface FilterBarProps {
  filters: readonly Filter[]
  values: FilterValues
  initial?: FilterValues
  /** How many filters are visible before 展开. */
  shown?: number
  /** Called with all values together; the list then starts at page 1. */
  onSearch: (values: FilterValues) => void
}

/** The names of a filter in the address: one, or two for a range of days. */
export function keysOf(filter: Filter): string[] {
  return filter.control === 'days' ? [filter.from, filter.to] : [filter.key]
}

/** The filters that the user has set: those with a value that differs from the default. */
export function activeFilters(
  filters: readonly Filter[],
  values: FilterValues,
  initial: FilterValues = {},
): Filter[] {
  return filters.filter((filter) =>
    keysOf(filter).some((key) => !same(values[key], undefined) && !same(values[key], initial[key])),
  )
}

/** The values with one filter reset to its default. */
export function withoutFilter(
  filter: Filter,
  values: FilterValues,
  initial: FilterValues = {},
): FilterValues {
  const rest = { ...values }
  for (const key of keysOf(filter)) {
    delete rest[key]
    const initialValue = initial[key]
    if (initialValue !== undefined) rest[key] = initialValue
  }
  return rest
}

/** Formats the value of a filter; `names` maps ids to names for a remote filter. */
export function filterText(
  filter: Filter,
  values: FilterValues,
  names?: ReadonlyMap<number, string>,
): string {
  if (filter.control === 'days') return daysText(values[filter.from], values[filter.to])
  const value = values[filter.key] ?? ''
  if (filter.control === 'custom') return filter.show(value)
  if (filter.control === 'text') return [value].flat().join(' ')
  if (filter.control === 'remote') {
    return [value]
      .flat()
      .map((id) => names?.get(Number(id)) ?? t('编号 {n}', { n: id }))
      .join(t('、'))
  }
  const labels = new Map(filter.options.map((choice) => [String(choice.value), choice.label]))
  return [value]
    .flat()
    .map((item) => labels.get(item) ?? item)
    .join(t('、'))
}

/** 近7天（2026-05-13 – 2026-05-19）: a named range with its days, because the list shows these days. */
function daysText(from: FilterValue | undefined, to: FilterValue | undefined): string {
  if (isDaysWord(from)) {
    const days = spanOf(
      from,
      today(() => new Date()),
    )
    return t('{name}（{days}）', { name: t(wordNames[from]), days: daysText(days.from, days.to) })
  }
  if (from && to) return from === to ? String(from) : `${from} – ${to}`
  return from ? t('{day} 起', { day: String(from) }) : t('至 {day}', { day: String(to) })
}
