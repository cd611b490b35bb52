import type { UseQueryResult } from '@tanstack/react-query'
import type * as z from 'zod'
import { addDays } from '#kit/calendar.ts'
import type { Endpoint, Need } from '#kit/contract.ts'
import { useCall } from '#kit/query.tsx'
import { readAt } from '#kit/reads.ts'
import { useAddressLink, useAddressText } from '#kit/ui/useAddressText.tsx'
import type { Overview, Split } from './contract.ts'
import { isOfPeriod, type Subject } from './figureLabels.tsx'
import { usePeriod } from './reportDays.tsx'
import type { Compare } from './rules.ts'
import type { FigureContext } from './stripFigure.tsx'

/** An endpoint that returns the figures, the trend and the rankings of a report. */
export type OverviewEndpoint = Endpoint<Need, z.ZodType, z.ZodType<Overview>>

/** The split of the trend and the comparison of the figures, both from the address. */
export interface TrendOptions {
  split: Split
  compare: Compare
}

/** The split of the trend, limited to those that the report offers. */
export function useSplit(offered: readonly Split[]): [Split, (split: Split) => void] {
  const [text, setText] = useAddressText('split')
  const split = offered.find((one) => one === text) ?? 'total'
  return [split, (next) => setText(next === 'total' ? undefined : next)]
}

/** The comparison of the figures. */
export function useCompare(): [Compare, (compare: Compare) => void] {
  const [text, setText] = useAddressText('compare')
  const compare = text === 'week' || text === 'month' ? text : 'previous'
  return [compare, (next) => setText(next === 'previous' ? undefined : next)]
}

/** Loads a report's figures and charts with the filters of its list, without those that apply only to rows. */
export function useOverview<E extends OverviewEndpoint>(
  endpoint: E,
  query: Record<string, unknown>,
  options: TrendOptions,
) {
  const { current: _page, pageSize: _size, sort: _sort, only: _only, ...filters } = query
  const input = endpoint.input.parse({ ...filters, ...options })
  return useCall(endpoint, input as never, { keepRows: true, messagePlace: 'inPage' })
}

/** Days of the trend if the period is a single day. */
const TREND_DAYS = 14

/** The query for the trend: a single day is extended by the days before it. */
function withTrendDays(query: Record<string, unknown>): Record<string, unknown> {
  const { from, to } = query
  return typeof to === 'string' && from === to ? { ...query, from: addDays(to, 1 - TREND_DAYS) } : query
}

/** Loads a report's figures and its trend; one request serves both unless the period is a single day. */
export function useReport<E extends OverviewEndpoint>(
  endpoint: E,
  query: Record<string, unknown>,
  options: TrendOptions,
) {
  return {
    figures: useOverview(endpoint, query, options),
    trend: useOverview(endpoint, withTrendDays(query), options),
  }
}

/** Values that the figures of a report's strip share: the last day's label, times, and links to lists. */
export function useFigureContext(
  figures: UseQueryResult<Overview>,
  subject: Subject = 'stores',
): FigureContext {
  const { to, word } = usePeriod()
  const link = useAddressLink()
  return {
    word,
    subject,
    at: readAt(figures),
    updatedAt: figures.data?.updatedAt ?? null,
    missing: (figure) => link({ only: 'missing', view: isOfPeriod(figure) ? 'days' : undefined }),
    rows: (figure) => link({ only: undefined, view: 'days', ...(!isOfPeriod(figure) && { from: to, to }) }),
  }
}
