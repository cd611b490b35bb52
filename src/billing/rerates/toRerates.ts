import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import { monthOf } from '#kit/calendar.ts'
import type { Rerate, RerateDetail } from './contract.ts'
import { findLateFiles } from './lateQueries.ts'
import { findBillsOf, findPricings, type RerateBill, type RerateRow } from './listQueries.ts'
import { type DayFact, differingDays } from './rules.ts'
import type { pricesOf } from './steps.ts'

/** Formats rows for a list. */
export async function toRerates(db: Database, rows: readonly RerateRow[]): Promise<Rerate[]> {
  const bills = await findBillsOf(db, rows)
  return rows.map((row) => toRerate(row, bills))
}

const toBillSummary = ({ id, code, status, totalCents }: RerateBill): Rerate['bills'][number] => ({
  id,
  code,
  totalCents,
  status,
})

function toRerate(row: RerateRow, all: readonly RerateBill[]): Rerate {
  const bills = all.filter(
    (bill) => bill.rerateId === null && bill.storeId === row.storeId && bill.monthOn === row.monthOn,
  )
  const adjustments = all.filter((bill) => bill.rerateId === row.id)
  const { pricedAtIssueCents: issuedCents, pricedNowCents: nowCents, settledCents } = row
  return {
    id: row.id,
    companyCode: row.companyCode,
    customerId: row.customerId,
    customerName: row.customerName,
    storeId: row.storeId,
    storeName: row.storeName,
    platform: row.platform,
    month: monthOf(row.monthOn),
    bills: bills.map(toBillSummary),
    adjustments: adjustments.map(toBillSummary),
    issuedCents,
    nowCents,
    settledCents,
    billedCents: issuedCents + settledCents,
    waivedCents: row.waivedCents,
    differenceCents: row.differenceCents,
    state: row.state,
    causes: row.causes as Rerate['causes'],
    since: row.since.toISOString(),
    waivedReason: row.waivedReason,
    waivedByName: row.waivedByName,
    voidableBillId: row.state === 'pending' && adjustments.length === 0 ? voidableOf(bills) : null,
    version: row.version,
  }
}

/** The bill to void and issue again: the only one, unpaid, without invoice or confirmed line, in an open month. */
function voidableOf(bills: readonly RerateBill[]): number | null {
  const [bill, ...others] = bills
  if (!bill || others.length > 0) return null
  const { status, hasInvoice, isConfirmed, isOpen } = bill
  return status === 'open' && !hasInvoice && !isConfirmed && isOpen ? bill.id : null
}

type Prices = Awaited<ReturnType<typeof pricesOf>>

/** A row with both prices line by line, and the days whose data changed. */
export async function toRerateDetail(db: Database, row: RerateRow, prices: Prices): Promise<RerateDetail> {
  const [shown] = await toRerates(db, [row])
  const differing = prices.days === null ? [] : await daysOf(db, prices.days, prices.daysNow)
  return {
    ...(shown as Rerate),
    before: prices.before,
    now: prices.now,
    daysKnown: prices.days !== null,
    days: differing,
    late: await findLateFiles(db, row),
  }
}

async function daysOf(
  db: Database,
  before: readonly DayFact[],
  now: readonly DayFact[],
): Promise<RerateDetail['days']> {
  const ids = [...before, ...now].flatMap(({ termsId }) => termsId ?? [])
  const pricings: Map<number, Pricing> = await findPricings(db, [...new Set(ids)])
  const fact = ({ served, termsId, volume, salesCents }: DayFact) => ({
    served,
    volume,
    salesCents,
    pricing: termsId === null ? null : (pricings.get(termsId) ?? null),
  })
  return differingDays(before, now, (id) => JSON.stringify(pricings.get(id))).map((day) => ({
    on: day.on,
    before: day.before && fact(day.before),
    now: fact(day.now),
  }))
}
