import { disagreement } from './parse.ts'
import type { FileRow } from './stored.ts'
import { measuresOf, placeOf } from './stored.ts'

/**
 * The rows, by their index, whose nick has said the same in their group before: two spellings of one store meet only
 * there. Throws `refused` where it has said something else. Rows of no group (-1) are passed over.
 */
export function repeatedRows(rows: readonly FileRow[], groups: Int32Array): number[] {
  const seen = new Map<number, Map<string | undefined, FileRow>>()
  const repeated: number[] = []
  for (const [index, row] of rows.entries()) {
    const group = groups[index] ?? -1
    if (group < 0) continue
    const ofGroup = seen.get(group) ?? new Map<string | undefined, FileRow>()
    seen.set(group, ofGroup)
    const { nick } = placeOf(row)
    const before = ofGroup.get(nick)
    if (!before) ofGroup.set(nick, row)
    else if (contentOf(before) === contentOf(row)) repeated.push(index)
    else throw disagreement(before.row, row.row, nick)
  }
  return repeated
}

const contentOf = (row: FileRow) => JSON.stringify(measuresOf(row))
