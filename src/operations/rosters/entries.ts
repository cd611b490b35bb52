import type { ShiftHours } from '#people/shifts/rules.ts'
import type { RosterEntry } from './contract.ts'

/** An entry that a day can have, with its texts in the user's language. */
export interface EntryChoice {
  entry: RosterEntry
  name: string
  /** One character, in a cell of the week. */
  mark: string
  /** The class of its colour. */
  className: string
}

/** The entries of a week: the shifts that the company has in it, in the order of the day, then rest and leave. */
export interface EntryChoices {
  all: readonly EntryChoice[]
  shifts: readonly ShiftHours[]
  /** An entry by its code; one that is not offered any more is named by the shift's row of the past. */
  of: (entry: RosterEntry) => EntryChoice
}
