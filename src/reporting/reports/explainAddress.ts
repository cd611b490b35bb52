import { type Day, isDay } from '#kit/calendar.ts'
import { CellMetric } from './contract.ts'

/** A cell that the report explains. The filters are separate query parameters. */
export interface Cell {
  storeId?: number | undefined
  customerId?: number | undefined
  staffId?: number | undefined
  from: Day
  to: Day
  metric?: CellMetric
}

/** Formats a cell for the address: `12...2026-11-20.2026-11-22.reply`. */
export function cellText({ storeId, customerId, staffId, from, to, metric }: Cell): string {
  return [storeId, customerId, staffId, from, to, metric].map((part) => part ?? '').join('.')
}

/** The cell in an address; undefined if it contains none. */
export function cellIn(text: string | undefined): Cell | undefined {
  const [storeId, customerId, staffId, from = '', to = '', metric] = (text ?? '').split('.')
  const ids = { storeId: idIn(storeId), customerId: idIn(customerId), staffId: idIn(staffId) }
  if (!Object.values(ids).some(Boolean) || !isDay(from) || !isDay(to)) return undefined
  const definedIds = Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined))
  const { data } = CellMetric.safeParse(metric)
  return { ...definedIds, from, to, ...(data && { metric: data }) }
}

function idIn(text: string | undefined): number | undefined {
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}
