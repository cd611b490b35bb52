import { useCompanyChoices } from '#features/companies/CompanyPicker.tsx'
import { t } from '#kit/text.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { Head, ViewProps } from './DailyReport.tsx'
import { listParts } from './DailyReport.tsx'
import { placeColumns } from './placeColumns.tsx'
import { reportEmpty, reportRowAction } from './reportActions.tsx'
import { reportFilters } from './reportFilters.tsx'

/** What tells one report of stores from the other. */
export interface StoreWords extends Omit<Head, 'title'> {
  /** What 只看 offers. */
  only: Choice<string>[]
}

/** What both views of a report of stores share. */
export function useStoreParts(view: ViewProps, { only, ...head }: StoreWords) {
  const user = useUser()
  const companies = useCompanyChoices()
  const { importing, open } = view
  return {
    ...listParts(view, { ...head, title: t('店铺明细') }),
    filters: reportFilters(user, companies, only),
    actions: [importing.action],
    rowActions: (row: Parameters<typeof reportRowAction>[0]) => [
      reportRowAction(row, { open, importing: importing.open }),
    ],
    empty: reportEmpty(() => importing.open()),
    place: placeColumns(user, companies),
  }
}
