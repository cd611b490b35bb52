import type { ImportKind } from '#access/kinds.ts'
import type { LookupKind, RecordLookup, RecordSheet } from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import { readCell } from './cells.ts'
import type { Place } from './rules.ts'
import { cellOf } from './rules.ts'

/** How cells that name another record find it; a kind without a line does not compile. */
export type Lookups = Record<LookupKind, RecordLookup>

/** A row as its record's edit would take it. */
export interface ReadRow {
  values: Record<string, unknown>
  /** The record that it means; undefined: a new one. */
  id: number | undefined
  problems: string[]
}

/** What the reading needs of the file around a row. */
export interface Around {
  entity: ImportKind
  sheet: RecordSheet
  lookups: Lookups
  places: readonly Place[]
  /** The user names that the same sheet brings: a preview takes their people for given. */
  coming: ReadonlySet<string>
}

/** Reads a row, and finds the records that it means. */
export async function readRow(context: Context, around: Around, row: SheetRow): Promise<ReadRow> {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const place of around.places) {
    if (place.finding) continue
    const read = await readField(context, around, place, row)
    if (read && 'problem' in read) problems.push(read.problem)
    else if (read) values[place.field] = read.value
  }
  const cell = (field: string) => cellOf(row, around.places, field)
  const { id, problem } = await around.sheet.find(context, { cell, values })
  return { values, id, problems: problem ? [...problems, problem] : problems }
}

async function readField(context: Context, around: Around, place: Place, row: SheetRow) {
  const { entity, lookups, places, coming } = around
  const read = readCell(place, cellOf(row, places, place.field))
  if (!read || 'problem' in read || typeof read.value !== 'string') return read
  const lookup = (lookups as Partial<Record<string, RecordLookup>>)[place.kind]
  if (!lookup) return read
  const readOther = (field: string) => {
    const other = places.find((known) => known.field === field)
    return other && readCell(other, cellOf(row, places, field))
  }
  return lookup.find(context, { entity, column: place, text: read.value, read: readOther, coming })
}
