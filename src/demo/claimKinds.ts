import type { Database } from '#db/connect.ts'
import type { ItemCategory } from '#finance/reimbursement-bills/contractItems.ts'

/** A kind of claim in the demo; amounts in ¥. */
export interface Kind {
  title: string
  category: ItemCategory
  low: number
  high: number
  /** What the expense was for, unless it was a common one. */
  target?: 'customer' | 'store'
}

export const KINDS: readonly Kind[] = [
  { title: '拜访客户往返交通', category: 'transport', low: 30, high: 260 },
  { title: '上海出差三天', category: 'travel', low: 380, high: 1_600 },
  { title: '晚班加班餐', category: 'meals', low: 60, high: 320 },
  { title: '接待商家午餐', category: 'hospitality', low: 260, high: 980, target: 'customer' },
  { title: '采购耳机和键盘', category: 'office', low: 120, high: 760 },
  { title: '大促值班通讯费', category: 'telecom', low: 50, high: 200 },
  { title: '客服工具月费', category: 'platform', low: 199, high: 899 },
  { title: '误发优惠的赔付', category: 'compensation', low: 20, high: 400, target: 'store' },
]

/** The active stores of each company with their customers, as targets of claims. */
export async function placesOf(db: Database): Promise<Places> {
  const stores = await db
    .selectFrom('store')
    .select(['id as storeId', 'customerId', 'companyCode'])
    .where('status', '=', 'serving')
    .orderBy('id')
    .execute()
  return Map.groupBy(stores, ({ companyCode }) => companyCode)
}

/** By company code. */
type Places = Map<string, { storeId: number; customerId: number }[]>

/** The items with the customer or store that this kind of claim was for. */
export function targeted<I extends object>(
  items: readonly I[],
  kind: Kind | undefined,
  place: { storeId: number; customerId: number } | undefined,
) {
  const target = place ? (kind?.target ?? 'common') : 'common'
  return items.map((item) => ({
    ...item,
    target,
    customerId: target === 'customer' ? (place?.customerId ?? null) : null,
    storeId: target === 'store' ? (place?.storeId ?? null) : null,
  }))
}
