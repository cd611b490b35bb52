import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'

/** Company column; none if `companies` is empty. */
export function companyColumn<T>(companies: Choice<string>[]): Column<T>[] {
  if (companies.length === 0) return []
  return [
    {
      key: 'companyCode',
      title: t('公司'),
      hidden: true,
      width: 136,
      from: { field: 'companyCode', names: namesOf(companies) },
    },
  ]
}
