import { conflictingRowsError } from './parse.ts'
import type { FileRow } from './storedRow.ts'
import { metricsOf, placeOf } from './storedRow.ts'

/**
 * Returns the indexes of rows that repeat an earlier row of the same nick in their group; only the group reveals that
 * two spellings are the same store. Throws `refused` if the figures differ. Ignores rows without a group (-1).
 */
export function findRepeatedRows(rows: readonly FileRow[], groups: Int32Array): number[] {
  const rowsByGroup = new Map<number, Map<string | undefined, FileRow>>()
  const repeated: number[] = []
  for (const [index, row] of rows.entries()) {
    const group = groups[index] ?? -1
    if (group < 0) continue
    const ofGroup = rowsByGroup.get(group) ?? new Map<string | undefined, FileRow>()
    rowsByGroup.set(group, ofGroup)
    const { nick } = placeOf(row)
    const before = ofGroup.get(nick)
    if (!before) ofGroup.set(nick, row)
    else if (contentOf(before) === contentOf(row)) repeated.push(index)
    else throw conflictingRowsError(before.row, row.row, nick)
  }
  return repeated
}

const contentOf = (row: FileRow) => JSON.stringify(metricsOf(row))
