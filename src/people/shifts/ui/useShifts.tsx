import { useMemo } from 'react'
import { type Day, today } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { leftToRight, type Sentence, t } from '#kit/text.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { type ShiftRow, shifts as shiftsContract } from '#people/shifts/contract.ts'
import { firstMarks, firstNames, markWord, nameWord, rowOn, rowsOn } from '#people/shifts/rules.ts'

/** The company's shifts as the screens name and offer them. Days default to today, companies to the user's. */
export interface Shifts {
  /** The shifts that hold today, in the order of the day. */
  rows: readonly ShiftRow[]
  /** Code → name, of every shift within reach, ended ones too: for columns and filters. */
  names: Record<string, string>
  /** The name of the day. Of a shift that does not hold on it, the nearest earlier one. */
  nameOf: (code: string, on?: Day, company?: string) => string
  /** One character. */
  markOf: (code: string, on?: Day, company?: string) => string
  rowOf: (code: string, on?: Day, company?: string) => ShiftRow | undefined
  /** The shifts that can be chosen for a day. */
  rowsOn: (on: Day, company?: string) => ShiftRow[]
  /** The same as options of a select; `kept` are chosen already and stay, even if they do not hold on the day. */
  choicesOn: (on: Day, company?: string, kept?: readonly string[]) => Choice<string>[]
}

/** What is shown until the server has answered: the four shifts with which every company begins. */
const firstRows: readonly ShiftRow[] = (
  [
    ['morning', '08:00', '16:00', 'blue'],
    ['middle', '12:00', '20:00', 'orange'],
    ['evening', '16:00', '00:00', 'purple'],
    ['night', '00:00', '08:00', 'navy'],
  ] as const
).map(([code, from, to, colour]) => ({
  id: 0,
  companyCode: '',
  code,
  name: firstNames[code],
  mark: firstMarks[code],
  from,
  to,
  overMidnight: to <= from,
  breakMinutes: 0,
  hours: 8,
  counts: 1,
  colour,
  fromOn: '2010-01-01',
  toOn: null,
  current: true,
  version: 0,
}))

/** Names that a company wrote are shown as they are; the program's own are translated. */
const show = (value: string | Sentence) => (typeof value === 'string' ? leftToRight(value) : t(value))

/** The name of a row of a shift, in the user's language. */
export const shiftName = (row: Pick<ShiftRow, 'code' | 'name'>): string => show(nameWord(row))
/** The mark of a row of a shift, in the user's language. */
export const shiftMark = (row: Pick<ShiftRow, 'code' | 'mark'>): string => show(markWord(row))

/** The times of a shift: 08:00–16:00, 16:00–24:00, 23:00–次日 07:00. */
export function shiftTimes({
  from,
  to,
  overMidnight,
}: Pick<ShiftRow, 'from' | 'to' | 'overMidnight'>): string {
  // A shift until midnight ends at 24:00 of its own day.
  if (to === '00:00') return leftToRight(`${from}–24:00`)
  return overMidnight ? t('{from}–次日 {to}', { from, to }) : leftToRight(`${from}–${to}`)
}

/** Codes of other companies are not in the user's own: those that a company added are distinct over all companies. */
function shiftsFrom(all: readonly ShiftRow[], own: string, now: Day): Shifts {
  const ofCompany = (company: string) =>
    all.filter(({ companyCode }) => companyCode === company || companyCode === '')
  const rowOf: Shifts['rowOf'] = (code, on = now, company = own) =>
    rowOn(ofCompany(company), code, on) ?? rowOn(all, code, on)
  const names: Record<string, string> = {}
  for (const { code } of [...ofCompany(own), ...all]) {
    const row = rowOf(code)
    if (row) names[code] = shiftName(row)
  }
  const nameOf: Shifts['nameOf'] = (...args) => {
    const row = rowOf(...args)
    return row ? shiftName(row) : args[0]
  }
  const offered: Shifts['rowsOn'] = (on, company = own) => rowsOn(ofCompany(company), on)
  return {
    rows: offered(now),
    names,
    rowOf,
    nameOf,
    markOf: (...args) => {
      const row = rowOf(...args)
      return row ? shiftMark(row) : args[0].slice(0, 1)
    },
    rowsOn: offered,
    choicesOn: (on, company, kept = []) => {
      const codes = new Set([...offered(on, company).map(({ code }) => code), ...kept])
      return [...codes].map((code) => ({ value: code, label: nameOf(code, on, company) }))
    },
  }
}

const STALE_MS = 10 * 60_000

/**
 * The shifts that the user's records name. They are read once and stay for the whole visit, without a connection too;
 * until the first response the four first shifts are shown.
 */
export function useShifts(): Shifts {
  const { companyCode } = useUser()
  const { data = firstRows } = useCall(
    shiftsContract.list,
    {},
    { staleTime: STALE_MS, gcTime: Number.POSITIVE_INFINITY, messagePlace: 'inPage' },
  )
  const now = today(() => new Date())
  return useMemo(() => shiftsFrom(data, companyCode, now), [data, companyCode, now])
}
