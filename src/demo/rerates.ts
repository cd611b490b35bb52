import { ROLES } from '#access/permissions.ts'
import { addAdjustment } from '#billing/customer-bills/adjust.ts'
import { savePrices } from '#billing/customer-bills/pricesAtIssue.ts'
import type { BillRow } from '#billing/customer-bills/queries.ts'
import { compareCompanyMonth, nightlyMonths } from '#billing/rerates/compare.ts'
import { adjust, waive } from '#billing/rerates/steps.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import { dayOf, monthBefore, monthOf } from '#kit/calendar.ts'
import { contextOf, personOf } from './demoContext.ts'
import { COMPANIES } from './people.ts'
import { initialChanges, type TrailLine } from './trail.ts'

/** What happened to prices that were entered late; `small` changes less than the tolerance. */
const OUTCOMES = ['pending', 'pending', 'pending', 'adjusted', 'waived', 'small', 'pending'] as const

/** The day of last month from which the new price applies. */
const CHANGED_FROM = '16'

/** Price increases, small enough to check totals by hand. */
const RAISED_CENTS = 60_000
const SMALL_CENTS = 100

interface LateTerms {
  bill: BillRow
  pricing: Extract<Pricing, { model: 'fixed' | 'included' }>
  storeSalaryCents: number | null
}

/**
 * Seeds prices that were agreed in the middle of last month but entered after its bills were issued, so that bills no
 * longer match; one is adjusted, one waived. Returns the audit lines.
 */
export async function seedRerates(db: Database, now: Date): Promise<TrailLine[]> {
  const month = monthBefore(monthOf(dayOf(now)))
  const fromOn = `${month}-${CHANGED_FROM}`
  const lines: TrailLine[] = []
  const chosen = await findLate(db, month)
  const at = new Date(now.getTime() - 3_600_000)
  for (const [index, { bill, pricing, storeSalaryCents }] of chosen.entries()) {
    await savePrices(db, [bill], new Date(`${bill.issuedOn}T02:00:00Z`))
    const raised = OUTCOMES[index] === 'small' ? SMALL_CENTS : RAISED_CENTS
    const terms = {
      fromOn,
      pricing: { ...pricing, monthlyCents: pricing.monthlyCents + raised },
      storeSalaryCents,
    }
    const { companyCode, storeId } = bill
    const { id: actorId, name: actorName } = await personOf(db, companyCode, ROLES.finance)
    await db
      .insertInto('storeTerms')
      .values({
        ...terms,
        pricing: JSON.stringify(terms.pricing),
        companyCode,
        storeId: storeId ?? 0,
        createdAt: at,
        createdBy: actorId,
      })
      .execute()
    lines.push({
      companyCode,
      actorId,
      actorName,
      at,
      action: 'add',
      entity: 'store-terms',
      recordId: String(storeId),
      changes: initialChanges({ ...terms, reason: '月中已与商家谈妥，合同回来后补录' }),
    })
  }
  const services = { db, clock: () => at }
  for (const { code: companyCode } of COMPANIES)
    for (const month of await nightlyMonths(services, companyCode))
      await compareCompanyMonth(services, { companyCode, month })
  return [...lines, ...(await settle(db, chosen, at))]
}

/**
 * Issued bills of a month with a fixed monthly fee, each of a different customer. Only of whole months: for a store that
 * left before the new price applies, the price would change nothing.
 */
async function findLate(db: Database, month: string): Promise<LateTerms[]> {
  const bills = await db
    .selectFrom('customerBill')
    .selectAll()
    .where('monthOn', '=', `${month}-01`)
    .where('kind', '=', 'service')
    .where('status', 'in', ['open', 'partial', 'paid'])
    .where('prepaid', '=', false)
    .where('storeId', 'is not', null)
    .orderBy('id')
    .execute()
  const found: LateTerms[] = []
  for (const bill of bills) {
    if (found.length === OUTCOMES.length) break
    if (found.some(({ bill: { customerId } }) => customerId === bill.customerId)) continue
    const terms = await db
      .selectFrom('storeTerms')
      .select(['fromOn', 'pricing', 'storeSalaryCents'])
      .where('storeId', '=', bill.storeId)
      .where('replacedAt', 'is', null)
      .orderBy('fromOn', 'desc')
      .executeTakeFirst()
    const pricing = terms?.pricing as unknown as Pricing | undefined
    if (!terms || !pricing || terms.fromOn >= `${month}-01`) continue
    const { storeSalaryCents } = terms
    if (pricing.model !== 'fixed' && pricing.model !== 'included') continue
    if (bill.totalCents + bill.discountCents >= pricing.monthlyCents)
      found.push({ bill, pricing, storeSalaryCents })
  }
  return found
}

/** Adjusts and waives as `OUTCOMES` specifies, with the code of the API. */
async function settle(db: Database, chosen: readonly LateTerms[], at: Date): Promise<TrailLine[]> {
  const lines: TrailLine[] = []
  for (const [index, { bill }] of chosen.entries()) {
    const outcome = OUTCOMES[index]
    if (outcome !== 'adjusted' && outcome !== 'waived') continue
    const actor = await personOf(db, bill.companyCode, ROLES.admin)
    const { id } = await db
      .selectFrom('rerate')
      .select('id')
      .where('storeId', '=', bill.storeId)
      .where('monthOn', '=', bill.monthOn)
      .executeTakeFirstOrThrow()
    const context = contextOf(db, { actor, at, lines })
    if (outcome === 'adjusted') await adjust(context, { ids: [id] }, addAdjustment)
    else await waive(context, { ids: [id], reason: '老客户，首月按原价' })
  }
  return lines
}
