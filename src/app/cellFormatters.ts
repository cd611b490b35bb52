import { billFormatters } from '#billing/customer-bills/cellFormatters.ts'
import { forecastFormatters } from '#billing/customer-bills/forecast/cellFormatters.ts'
import { followUpFormatters } from '#clients/follow-ups/cellFormatters.ts'
import { spanFormatters, storeFormatters } from '#clients/stores/cellFormatters.ts'
import type { CellFormatter } from '#kit/cellFormatter.ts'
import { calendarFormatters } from '#operations/calendar-days/cellFormatters.ts'
import { clockFormatters } from '#operations/clock-records/cellFormatters.ts'
import { figureCheckFormatters } from '#operations/figure-checks/cellFormatters.ts'
import { batchFormatters } from '#operations/imports/cellFormatters.ts'
import { pastFileFormatters } from '#operations/imports/past/cellFormatters.ts'
import { leaveFormatters } from '#operations/leaves/cellFormatters.ts'
import { worklogFormatters } from '#operations/worklogs/cellFormatters.ts'
import { staffFormatters } from '#people/staff/cellFormatters.ts'
import { bulkEditFormatters } from '#platform/bulk-edits/cellFormatters.ts'
import { recordImportFormatters } from '#platform/record-imports/cellFormatters.ts'
import { figureFormatters } from '#reporting/figures/cellFormatters.ts'
import { volumeFormatters } from '#reporting/reports/cellFormatters.ts'
import { warningFormatters } from '#reporting/warnings/cellFormatters.ts'

/** The cell formatters of all features' lists, for files that the server writes. */
export const cellFormatters: readonly CellFormatter<never>[] = [
  ...Object.values(batchFormatters),
  ...Object.values(billFormatters),
  ...Object.values(bulkEditFormatters),
  ...Object.values(calendarFormatters),
  ...Object.values(clockFormatters),
  ...Object.values(figureCheckFormatters),
  ...Object.values(figureFormatters),
  ...Object.values(followUpFormatters),
  ...Object.values(forecastFormatters),
  ...Object.values(pastFileFormatters),
  ...Object.values(recordImportFormatters),
  ...Object.values(spanFormatters),
  ...Object.values(storeFormatters),
  ...Object.values(volumeFormatters),
  ...Object.values(staffFormatters),
  ...Object.values(warningFormatters),
  ...Object.values(leaveFormatters),
  ...Object.values(worklogFormatters),
]
