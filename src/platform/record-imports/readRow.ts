import type { ImportKind } from '#access/kinds.ts'
import type { LookupKind, RecordLookup, RecordSheet } from '#kit/recordSheet.ts'
import type { Context } from '#kit/serve.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import type { Sentence } from '#kit/text.ts'
import { readCell } from './cells.ts'
import { cellOf, type Place } from './rules.ts'

/** The lookups of cells that name another record, per kind. A kind without an entry does not compile. */
export type Lookups = Record<LookupKind, RecordLookup>

/** A parsed row, in the terms of the record's editor. */
export interface ReadRow {
  values: Record<string, unknown>
  /** The record that the row refers to; undefined for a new one. */
  id: number | undefined
  problems: Sentence[]
}

/** The context of a row's file. */
export interface FileContext {
  entity: ImportKind
  sheet: RecordSheet
  lookups: Lookups
  places: readonly Place[]
  /** The user names in the same sheet: the preview accepts references to their people. */
  newUsernames: ReadonlySet<string>
}

/** Parses a row and finds the records that it refers to. */
export async function readRow(context: Context, around: FileContext, row: SheetRow): Promise<ReadRow> {
  const values: Record<string, unknown> = {}
  const problems: Sentence[] = []
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

async function readField(context: Context, around: FileContext, place: Place, row: SheetRow) {
  const { entity, lookups, places, newUsernames } = around
  const read = readCell(place, cellOf(row, places, place.field))
  if (!read || 'problem' in read || typeof read.value !== 'string') return read
  const lookup = (lookups as Partial<Record<string, RecordLookup>>)[place.kind]
  if (!lookup) return read
  const readOther = (field: string) => {
    const other = places.find((candidate) => candidate.field === field)
    return other && readCell(other, cellOf(row, places, field))
  }
  return lookup.find(context, { entity, column: place, text: read.value, read: readOther, newUsernames })
}
