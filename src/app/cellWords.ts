import { bulkEditWords } from '#features/bulk-edits/words.ts'
import { calendarWords } from '#features/calendar-days/words.ts'
import { billWords } from '#features/customer-bills/words.ts'
import { figureCheckWords } from '#features/figure-checks/words.ts'
import { figureWords } from '#features/figures/words.ts'
import { followUpWords } from '#features/follow-ups/words.ts'
import { pastFileWords } from '#features/imports/past/words.ts'
import { batchWords } from '#features/imports/words.ts'
import { recordImportWords } from '#features/record-imports/words.ts'
import { volumeWords } from '#features/reports/words.ts'
import { staffWords } from '#features/staff/words.ts'
import { spanWords } from '#features/stores/words.ts'
import { warningWords } from '#features/warnings/words.ts'
import { worklogWords } from '#features/worklogs/words.ts'
import type { CellWords } from '#kit/cellWords.ts'

/** What each feature's lists say of a row, for a file that the server writes. */
export const cellWords: readonly CellWords<never>[] = [
  ...Object.values(batchWords),
  ...Object.values(billWords),
  ...Object.values(bulkEditWords),
  ...Object.values(calendarWords),
  ...Object.values(figureCheckWords),
  ...Object.values(figureWords),
  ...Object.values(followUpWords),
  ...Object.values(pastFileWords),
  ...Object.values(recordImportWords),
  ...Object.values(spanWords),
  ...Object.values(volumeWords),
  ...Object.values(staffWords),
  ...Object.values(warningWords),
  ...Object.values(worklogWords),
]
