import { useMemo } from 'react'
import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { hoursOfRow } from '#people/shifts/rules.ts'
import { shiftClass } from '#people/shifts/ui/ShiftMark.tsx'
import { type Shifts, useShifts } from '#people/shifts/ui/useShifts.tsx'
import type { RosterEntry } from './contract.ts'
import type { EntryChoice, EntryChoices } from './entries.ts'

/** The entries of the week from `first` to `last`. */
export function useEntries(first: Day, last: Day): EntryChoices {
  const shifts = useShifts()
  return useMemo(() => entriesOf(shifts, first, last), [shifts, first, last])
}

function entriesOf(shifts: Shifts, first: Day, last: Day): EntryChoices {
  const rows = [...shifts.rowsOn(last), ...shifts.rowsOn(first)]
  const codes = [...new Set(rows.map(({ code }) => code))]
  const shiftChoice = (code: RosterEntry): EntryChoice => ({
    entry: code,
    name: shifts.nameOf(code, last),
    mark: shifts.markOf(code, last),
    className: shiftClass(shifts.rowOf(code, last)?.colour ?? 'navy'),
  })
  const others: EntryChoice[] = [
    { entry: 'rest', name: t('休息'), mark: t('休'), className: 'roster-rest' },
    { entry: 'leave', name: t('请假'), mark: t('假'), className: 'roster-leave' },
  ]
  const all = [...codes.map(shiftChoice), ...others]
  return {
    all,
    shifts: codes.flatMap((code) => rows.find((row) => row.code === code) ?? []).map(hoursOfRow),
    of: (entry) => all.find((one) => one.entry === entry) ?? shiftChoice(entry),
  }
}
