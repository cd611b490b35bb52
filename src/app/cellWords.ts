import { forecastWords } from '#billing/customer-bills/forecast/words.ts'
import { billWords } from '#billing/customer-bills/words.ts'
import { followUpWords } from '#clients/follow-ups/words.ts'
import { spanWords } from '#clients/stores/words.ts'
import type { CellWords } from '#kit/cellWords.ts'
import { calendarWords } from '#operations/calendar-days/words.ts'
import { figureCheckWords } from '#operations/figure-checks/words.ts'
import { pastFileWords } from '#operations/imports/past/words.ts'
import { batchWords } from '#operations/imports/words.ts'
import { worklogWords } from '#operations/worklogs/words.ts'
import { staffWords } from '#people/staff/words.ts'
import { bulkEditWords } from '#platform/bulk-edits/words.ts'
import { recordImportWords } from '#platform/record-imports/words.ts'
import { figureWords } from '#reporting/figures/words.ts'
import { volumeWords } from '#reporting/reports/words.ts'
import { warningWords } from '#reporting/warnings/words.ts'

/** The cell formatters of all features' lists, for files that the server writes. */
export const cellWords: readonly CellWords<never>[] = [
  ...Object.values(batchWords),
  ...Object.values(billWords),
  ...Object.values(bulkEditWords),
  ...Object.values(calendarWords),
  ...Object.values(figureCheckWords),
  ...Object.values(figureWords),
  ...Object.values(followUpWords),
  ...Object.values(forecastWords),
  ...Object.values(pastFileWords),
  ...Object.values(recordImportWords),
  ...Object.values(spanWords),
  ...Object.values(volumeWords),
  ...Object.values(staffWords),
  ...Object.values(warningWords),
  ...Object.values(worklogWords),
]
