import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import type { Head, ViewProps } from './DailyReport.tsx'
import { listParts } from './DailyReport.tsx'
import { placeColumns } from './placeColumns.tsx'
import { daysAction, importAction, reportEmpty, whyAction } from './reportActions.tsx'
import { reportFilters } from './reportFilters.tsx'

/** What tells one report of stores from the other. */
export interface StoreWords extends Omit<Head, 'title'> {
  /** What 只看 offers. */
  only: Choice<string>[]
  /** What its numbers are. */
  metric: 'volume' | 'reply'
}

/** What both views of a report of stores share. */
export function useStoreParts(view: ViewProps, { only, metric, ...head }: StoreWords) {
  const user = useUser()
  const companies = useCompanyChoices()
  const { importing, open, explain } = view
  return {
    ...listParts(view, { ...head, title: t('店铺明细') }),
    filters: reportFilters(user, companies, only),
    actions: [importing.action],
    // A row that lacks its figures offers the step that brings them.
    rowActions: (row: { storeId: number; on: Day; missing: boolean }) =>
      row.missing
        ? [importAction(row, importing.open)]
        : [
            daysAction(() => open(row.storeId)),
            whyAction(() => explain({ storeId: row.storeId, metric }, row.on)),
          ],
    empty: reportEmpty(() => importing.open()),
    place: placeColumns(user, companies),
  }
}
