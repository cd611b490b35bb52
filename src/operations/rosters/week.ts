import { addDays, type Day, daysFrom } from '#kit/calendar.ts'
import type { ShiftHours } from '#people/shifts/rules.ts'
import type { RosterAgent, RosterCell, RosterEntry } from './contract.ts'
import type { EntryChoices } from './entries.ts'
import { type Caution, cautionsOf, hoursOf, isWork, sortEntries } from './rules.ts'

/** Key of a person's day in the maps of the week. */
export const cellKey = (staffId: number, on: Day) => `${staffId} ${on}`

/** Returns the seven days that start on a Monday. */
export function weekOf(monday: Day): Day[] {
  return daysFrom(monday, addDays(monday, 6))
}

/** A day of a person's row. */
export interface RowDay {
  on: Day
  entries: RosterEntry[]
  /** The shifts expected from the store assignments if the person has no plan. */
  assigned: RosterEntry[]
}

/** A person's row; `key` is the staff id. */
export interface WeekRow {
  key: number
  agent: RosterAgent
  days: RowDay[]
  hours: number
  cautions: Caution[]
}

interface WeekData {
  monday: Day
  agents: RosterAgent[]
  cells: RosterCell[]
  assigned: { staffId: number; on: Day; shift: RosterEntry }[]
}

/** Returns the rows of a week. Edits that are not saved yet (`wanted`, by `cellKey`) replace the loaded cells. */
export function rowsOf(
  data: WeekData,
  edited: ReadonlyMap<string, readonly RosterEntry[]>,
  shifts: readonly ShiftHours[],
): WeekRow[] {
  const planned = new Map(data.cells.map(({ staffId, on, entries }) => [cellKey(staffId, on), entries]))
  const entriesOn = (id: number, on: Day) => [
    ...(edited.get(cellKey(id, on)) ?? planned.get(cellKey(id, on)) ?? []),
  ]
  const assigned = new Map<string, RosterEntry[]>()
  for (const { staffId, on, shift } of data.assigned) {
    assigned.set(cellKey(staffId, on), [...(assigned.get(cellKey(staffId, on)) ?? []), shift])
  }
  return data.agents.map((agent) => {
    const days = weekOf(data.monday).map((on) => ({ on, entries: entriesOn(agent.id, on) }))
    const isPlanned = days.some(({ entries }) => entries.some((entry) => entry !== 'leave'))
    const before = addDays(data.monday, -1)
    return {
      key: agent.id,
      agent,
      days: days.map((day) => ({
        ...day,
        assigned: isPlanned || day.entries.length > 0 ? [] : (assigned.get(cellKey(agent.id, day.on)) ?? []),
      })),
      hours: days.reduce((sum, { entries }) => sum + hoursOf(entries, shifts), 0),
      cautions: cautionsOf([{ on: before, entries: entriesOn(agent.id, before) }, ...days], shifts),
    }
  })
}

/** Counts the people on a shift of a day of the week, planned or by assignment. */
export function countPeopleOn(rows: readonly WeekRow[], at: number, shift: RosterEntry): number {
  return rows.filter(({ days }) => {
    const day = days[at]
    return day && [...day.entries, ...day.assigned].includes(shift)
  }).length
}

/** The number key of an entry, in the order of the entries: of four shifts, 1 for the first, 6 for leave. '' after the ninth. */
export function numberKeyOf(entry: RosterEntry, { all }: Pick<EntryChoices, 'all'>): string {
  const at = all.findIndex((one) => one.entry === entry)
  return at >= 0 && at < NUMBER_KEYS ? String(at + 1) : ''
}

const NUMBER_KEYS = 9

/**
 * Parses text that was typed or pasted into a day: `早`, `早+晚`, `早晚`, `休息`, `1`, `13`. Returns null for other text,
 * or if a rest or a leave is combined with another entry.
 */
export function parseEntries(text: string, choices: Pick<EntryChoices, 'all'>): RosterEntry[] | null {
  const entryByWord = new Map<string, RosterEntry>()
  for (const { entry, name, mark } of choices.all) {
    const words = [mark.toLowerCase(), name.toLowerCase(), numberKeyOf(entry, choices)]
    for (const word of words.filter(Boolean)) entryByWord.set(word, entry)
  }
  const entries: RosterEntry[] = []
  for (const word of text
    .trim()
    .toLowerCase()
    .split(/[\s+/、,，]+/)
    .filter(Boolean)) {
    const found = entryByWord.has(word)
      ? [entryByWord.get(word)]
      : [...word].map((letter) => entryByWord.get(letter))
    for (const entry of found) {
      if (!entry) return null
      entries.push(entry)
    }
  }
  return entries.length > 1 && !entries.every(isWork) ? null : sortEntries(entries)
}

/** Formats a day's entries as text that `parseEntries` can parse. */
export function formatEntries(entries: readonly RosterEntry[], { of }: Pick<EntryChoices, 'of'>): string {
  return entries.map((entry) => of(entry).mark).join('+')
}
