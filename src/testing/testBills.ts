import type { BillPage } from '#billing/customer-bills/contract.ts'
import { taxRateOf } from '#billing/customer-bills/rules.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import { daysFrom } from '#kit/calendar.ts'
import type { Caller } from './testApp.ts'

const at = new Date('2026-01-01T02:00:00Z')

/** Sets a store in service since the start of the year, with terms unless `pricing` is null. */
export async function startService(
  db: Database,
  storeId: number,
  pricing: Pricing | null,
  companyCode = '001',
) {
  const row = { companyCode, storeId, fromOn: '2026-01-01', createdAt: at }
  await db
    .insertInto('storeState')
    .values({ ...row, status: 'serving' })
    .execute()
  if (pricing)
    await db
      .insertInto('storeTerms')
      .values({ ...row, pricing: JSON.stringify(pricing) })
      .execute()
}

/** Inserts the same figures for each of the days. */
export async function insertFigures(
  db: Database,
  storeId: number,
  [from, to]: [string, string],
  { consultUsers, salesCents = null }: { consultUsers: number; salesCents?: number | null },
) {
  const rows = daysFrom(from, to).map((onDay) => ({
    companyCode: '001',
    storeId,
    onDay,
    consultUsers,
    salesCents,
    source: 'keyed' as const,
    updatedAt: at,
  }))
  await db.insertInto('storeDaily').values(rows).execute()
}

/** Creates a manual draft with one line; an adjustment by default, because a month may have several. */
export async function createDraft(
  who: Caller,
  customerId: number,
  cents: number,
  more: object = {},
): Promise<BillPage> {
  const answer = await who.post('/api/customer-bills', {
    customerId,
    kind: 'adjustment',
    month: '2026-05',
    lines: [
      {
        label: '大促临时支援',
        qty: 1,
        priceCents: cents,
        taxRateBp: taxRateOf((more as { kind?: string }).kind ?? 'adjustment'),
      },
    ],
    ...more,
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.data
}

/** Creates and issues a draft as `draft` does. */
export async function createIssuedBill(
  who: Caller,
  customerId: number,
  cents: number,
  more: object = {},
): Promise<BillPage> {
  const { id, version } = await createDraft(who, customerId, cents, more)
  const answer = await who.post(`/api/customer-bills/${id}/issue`, { version })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.data
}
