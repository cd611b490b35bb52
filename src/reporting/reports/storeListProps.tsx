import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { listProps, type ReportHeading, type ViewProps } from './DailyReport.tsx'
import { placeColumns } from './placeColumns.tsx'
import { daysAction, explainAction, importAction, reportEmpty } from './reportActions.tsx'
import { reportFilters } from './reportFilters.tsx'

/** What differs between the two store reports. */
export interface StoreReportOptions extends Omit<ReportHeading, 'title'> {
  /** The options of 只看. */
  only: Choice<string>[]
  /** The metric of its figures. */
  metric: 'volume' | 'reply'
}

/** Common props of both views of a store report. */
export function useStoreListProps(view: ViewProps, { only, metric, ...head }: StoreReportOptions) {
  const user = useUser()
  const companies = useCompanyChoices()
  const { importing, open, explain } = view
  return {
    ...listProps(view, { ...head, title: t('店铺明细') }),
    filters: reportFilters(user, companies, only),
    actions: [importing.action],
    // A row without figures offers the import.
    rowActions: (row: { storeId: number; on: Day; missing: boolean }) =>
      row.missing
        ? [importAction(row, importing.open)]
        : [
            daysAction(() => open(row.storeId)),
            explainAction(() => explain({ storeId: row.storeId, metric }, row.on)),
          ],
    empty: reportEmpty(() => importing.open()),
    place: placeColumns(user, companies),
  }
}
