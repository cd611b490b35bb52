import { statusNames as customerStates } from '#clients/customers/rules.ts'
import { platformNames, statusNames as storeStates } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { roleName, statusNames as staffStates } from '#people/staff/rules.ts'
import type { SearchAnswer } from '#workspace/search/contract.ts'
import type { PaletteEntry, PaletteGroup } from './palette.ts'

/** Per kind of record: the prefix of its entries' keys, the path of its pages, and its group. */
const KINDS = {
  stores: { key: 'store', path: '/store-management', group: '店铺' },
  customers: { key: 'customer', path: '/customer-management', group: '客户' },
  staff: { key: 'staff', path: '/user-management', group: '员工' },
} as const satisfies Record<keyof SearchAnswer, { key: string; path: string; group: PaletteGroup }>

type Kind = keyof typeof KINDS

/**
 * Converts search results to palette entries, by kind; if a kind has more results, adds an entry that opens the list.
 */
export function foundEntries(found: SearchAnswer, keyword?: string): PaletteEntry[] {
  return [
    ...entries('stores', found.stores, keyword, (one) => [
      t(platformNames[one.platform as keyof typeof platformNames]),
      one.customerName,
      ...(one.status === 'stopped' ? [t(storeStates.stopped)] : []),
    ]),
    ...entries('customers', found.customers, keyword, (one) => [
      one.code,
      one.ownerName,
      ...(one.status === 'churned' ? [t(customerStates.churned)] : []),
    ]),
    ...entries('staff', found.staff, keyword, (one) => [
      t(roleName(one.role, one.parentId)),
      one.username,
      ...(one.status === 'left' ? [t(staffStates.left)] : []),
    ]),
  ]
}

interface ResultPage<T> {
  items: T[]
  more: boolean
}

function entries<T extends { id: number; name: string }>(
  kind: Kind,
  some: ResultPage<T> | undefined,
  keyword: string | undefined,
  notes: (item: T) => string[],
): PaletteEntry[] {
  const { key, path, group } = KINDS[kind]
  const items = (some?.items ?? []).map((item): PaletteEntry => {
    const to = `${path}/${item.id}`
    return {
      key: `${key}:${item.id}`,
      title: item.name,
      isName: true,
      note: notes(item).join(' · '),
      group,
      does: { to },
    }
  })
  if (!some?.more || keyword === undefined) return items
  const to = `${path}?${new URLSearchParams({ keyword })}`
  return [
    ...items,
    { key: `more:${key}`, title: '在列表里看全部结果', group, does: { to }, notRemembered: true },
  ]
}

/** The ids of the records among the recently used keys, as the input for fetching them again. */
export function recordsIn(recent: readonly string[]): Record<'storeId' | 'customerId' | 'staffId', number[]> {
  const of = (kind: string) =>
    recent.filter((key) => key.startsWith(`${kind}:`)).map((key) => Number(key.split(':')[1]))
  return { storeId: of('store'), customerId: of('customer'), staffId: of('staff') }
}
