import { addDays } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { reports } from './contract.ts'
import type { FigureContext } from './figures.tsx'
import { isOfPeriod } from './figures.tsx'
import { usePeriod } from './reportDays.tsx'
import type { Split } from './trendLines.tsx'
import { useAddressLink } from './useAddressText.tsx'

type Overview = typeof reports.dailyStoreOverview | typeof reports.dailyStoreRateOverview

/** Asks for a report's figures and charts with the filters of its list; what is about its rows alone is left out. */
export function useOverview<E extends Overview>(endpoint: E, query: Record<string, unknown>, split: Split) {
  const { current: _page, pageSize: _size, sort: _sort, only: _only, ...filters } = query
  const input = reports.dailyStoreOverview.input.parse({ ...filters, split })
  return useCall(endpoint, input as never, { keepRows: true, skipErrorHandler: true })
}

/** How many days the course shows where only one was asked for. */
const COURSE_DAYS = 14

/** The same question for the course: a single day has none, so the days before it are added. */
export function withCourse(query: Record<string, unknown>): Record<string, unknown> {
  const { from, to } = query
  return typeof to === 'string' && from === to ? { ...query, from: addDays(to, 1 - COURSE_DAYS) } : query
}

/** What the figures of a report's strip share: the last day's name, times, and the lists of what is missing. */
export function useFigureContext(
  answer: { updatedAt: string | null } | undefined,
  at: number,
): FigureContext {
  const { word } = usePeriod()
  const link = useAddressLink()
  return {
    word,
    at: new Date(at).toISOString(),
    updatedAt: answer?.updatedAt ?? null,
    missing: (figure) => link({ only: 'missing', view: isOfPeriod(figure) ? 'days' : undefined }),
  }
}
