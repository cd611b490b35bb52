import { Link } from 'react-router'
import { type Actor, hideCompany } from '#access/can.ts'
import type { Platform } from '#clients/stores/contract.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'

/** The store of a report's row. */
export interface Place {
  storeId: number
  storeName: string
  customerName: string
  platform: Platform
  leaderName: string | null
  companyCode?: string | undefined
}

/** The columns that identify a row's store. */
export function placeColumns(user: Actor, companies: readonly Choice<string>[]): Column<Place>[] {
  return [
    {
      key: 'storeName',
      title: t('店铺'),
      pinned: true,
      phone: 'name',
      sort: true,
      width: 144,
      render: (row) => (
        <Link to={`/store-management/${row.storeId}`} title={row.storeName}>
          {row.storeName}
        </Link>
      ),
    },
    {
      key: 'platform',
      title: t('平台'),
      phone: 'note',
      width: 76,
      from: { field: 'platform', names: platformNames },
    },
    { key: 'leaderName', title: t('组长'), phone: 'note', width: 68 },
    { key: 'customerName', title: t('客户'), width: 160, hidden: true },
    ...companyColumns(user, companies),
  ]
}

/** The key and name of a store's bar. */
export const storeName = ({ storeId, storeName: name }: Pick<Place, 'storeId' | 'storeName'>) => ({
  key: storeId,
  name,
})

/** The company of a row, for users who may see it. */
export function companyColumns(
  user: Actor,
  companies: readonly Choice<string>[],
): Column<{ companyCode?: string | undefined }>[] {
  if (hideCompany(user)) return []
  const from = { field: 'companyCode', names: namesOf(companies) }
  return [{ key: 'companyCode', title: t('公司'), width: 136, hidden: true, from }]
}
