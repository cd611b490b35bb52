import { figureWords } from '#features/figures/words.ts'
import { batchWords } from '#features/imports/words.ts'
import { volumeWords } from '#features/reports/words.ts'
import { staffWords } from '#features/staff/words.ts'
import { warningWords } from '#features/warnings/words.ts'
import { worklogWords } from '#features/worklogs/words.ts'
import type { CellWords } from '#kit/cellWords.ts'

/** What each feature's lists say of a row, for a file that the server writes. */
export const cellWords: readonly CellWords<never>[] = [
  ...Object.values(batchWords),
  ...Object.values(figureWords),
  ...Object.values(volumeWords),
  ...Object.values(staffWords),
  ...Object.values(warningWords),
  ...Object.values(worklogWords),
]
