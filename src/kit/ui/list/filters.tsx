import { today } from '#kit/calendar.ts'
import { isDaysWord, spanOf, wordNames } from '#kit/relativeDays.ts'
import { t } from '#kit/text.ts'
import type { FilterValue, FilterValues } from './address.ts'
import { same } from './address.ts'
import type { Filter } from './declare.tsx'

export interface FilterBarProps {
  filters: readonly Filter[]
  values: FilterValues
  initial?: FilterValues
  /** How many stand there before 展开. */
  shown?: number
  /** Gives all values at once; the list then begins at page 1. */
  onSearch: (values: FilterValues) => void
}

/** The names of a filter in the address: one, or two for a span of days. */
export function keysOf(filter: Filter): string[] {
  return filter.control === 'days' ? [filter.from, filter.to] : [filter.key]
}

/** The filters that a person has set: those that differ from what holds by itself and say something. */
export function activeFilters(
  filters: readonly Filter[],
  values: FilterValues,
  initial: FilterValues = {},
): Filter[] {
  return filters.filter((filter) =>
    keysOf(filter).some((key) => !same(values[key], undefined) && !same(values[key], initial[key])),
  )
}

/** The values without one filter: back to what holds by itself. */
export function withoutFilter(
  filter: Filter,
  values: FilterValues,
  initial: FilterValues = {},
): FilterValues {
  const rest = { ...values }
  for (const key of keysOf(filter)) {
    delete rest[key]
    const usual = initial[key]
    if (usual !== undefined) rest[key] = usual
  }
  return rest
}

/** What a filter is set to, in words; `names` are those of the records that a remote one chose. */
export function said(filter: Filter, values: FilterValues, names?: ReadonlyMap<number, string>): string {
  if (filter.control === 'days') return daysSaid(values[filter.from], values[filter.to])
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

/** 近7天（2026-05-13 – 2026-05-19）: by its name where it has one, and in days, because those are what is shown. */
function daysSaid(from: FilterValue | undefined, to: FilterValue | undefined): string {
  if (isDaysWord(from)) {
    const days = spanOf(
      from,
      today(() => new Date()),
    )
    return t('{name}（{days}）', { name: t(wordNames[from]), days: daysSaid(days.from, days.to) })
  }
  if (from && to) return from === to ? String(from) : `${from} – ${to}`
  return from ? t('{day} 起', { day: String(from) }) : t('至 {day}', { day: String(to) })
}
