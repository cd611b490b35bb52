import type { UseQueryResult } from '@tanstack/react-query'
import type * as z from 'zod'
import { addDays } from '#kit/calendar.ts'
import type { Endpoint, Need } from '#kit/contract.ts'
import { useCall } from '#kit/query.tsx'
import { readAt } from '#kit/reads.ts'
import { useAddressLink, useAddressText } from '#kit/ui/useAddressText.tsx'
import type { Overview, Split } from './contract.ts'
import type { FigureContext } from './figures.tsx'
import type { Subject } from './figureWords.tsx'
import { isOfPeriod } from './figureWords.tsx'
import { usePeriod } from './reportDays.tsx'
import type { Compare } from './rules.ts'

/** An endpoint that answers the figures, the trend and the first rows of a report. */
export type OverviewEndpoint = Endpoint<Need, z.ZodType, z.ZodType<Overview>>

/** By what the trend is split, and what the figures are set beside; both stand in the address. */
export interface Sight {
  split: Split
  compare: Compare
}

/** By what the trend is split, one of those that the report offers. */
export function useSplit(offered: readonly Split[]): [Split, (split: Split) => void] {
  const [text, setText] = useAddressText('split')
  const split = offered.find((one) => one === text) ?? 'total'
  return [split, (next) => setText(next === 'total' ? undefined : next)]
}

/** What the figures are set beside. */
export function useCompare(): [Compare, (compare: Compare) => void] {
  const [text, setText] = useAddressText('compare')
  const compare = text === 'week' || text === 'month' ? text : 'previous'
  return [compare, (next) => setText(next === 'previous' ? undefined : next)]
}

/** Asks for a report's figures and charts with the filters of its list; what is about its rows alone is left out. */
export function useOverview<E extends OverviewEndpoint>(
  endpoint: E,
  query: Record<string, unknown>,
  sight: Sight,
) {
  const { current: _page, pageSize: _size, sort: _sort, only: _only, ...filters } = query
  const input = endpoint.input.parse({ ...filters, ...sight })
  return useCall(endpoint, input as never, { keepRows: true, messagePlace: 'inPage' })
}

/** How many days the course shows where only one was asked for. */
const COURSE_DAYS = 14

/** The same question for the course: a single day has none, so the days before it are added. */
function withCourse(query: Record<string, unknown>): Record<string, unknown> {
  const { from, to } = query
  return typeof to === 'string' && from === to ? { ...query, from: addDays(to, 1 - COURSE_DAYS) } : query
}

/** The reads of a report's figures and of its course: the same one, unless the period is a single day. */
export function useReport<E extends OverviewEndpoint>(
  endpoint: E,
  query: Record<string, unknown>,
  sight: Sight,
) {
  return {
    figures: useOverview(endpoint, query, sight),
    course: useOverview(endpoint, withCourse(query), sight),
  }
}

/** What the figures of a report's strip share: the last day's name, times, and the lists of what is missing. */
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
