import { sql } from 'kysely'
import { ROLES } from '#access/permissions.ts'
import type { MissingReason } from '#billing/customer-bills/contract.ts'
import { receive } from '#billing/customer-bills/receipts.ts'
import { refund } from '#billing/customer-bills/refunds.ts'
import { issue } from '#billing/customer-bills/steps.ts'
import { writeOff } from '#billing/customer-bills/writingOff.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day, dayOf, lastDayOf, monthBefore, monthOf } from '#kit/calendar.ts'
import { contextOf, personOf } from './demoContext.ts'
import type { TrailLine } from './trail.ts'

const COMPANY = '001'

/** Days of last month, which is open. */
const [REFUNDED_ON, PAID_OUT_ON, CREDITED_ON] = ['21', '23', '25']
const REFUNDED_CENTS = 100_000
const CREDITED_CENTS = 30_000

/** The reasons for issuing drafts with missing days. */
const MISSING: { missingReason: MissingReason; missingNote?: string }[] = [
  { missingReason: 'noData' },
  { missingReason: 'confirmed' },
  { missingReason: 'other', missingNote: '平台后台升级，商家提供了截图' },
]
/** Number of such drafts that stay drafts. */
const REMAINING_DRAFTS = 2

interface Found {
  id: number
  customerId: number
  version: number
  cents: number
}

type Run = (day: Day, role: number) => Promise<ReturnType<typeof contextOf>>

/**
 * Seeds movements other than receipts in this and last month: a write-off, a deposit used for a bill and one partly
 * refunded, a credit, a payment before its bill was issued, and bills issued with missing days. Skips a movement if the
 * demo has no suitable bill. Returns the audit lines.
 */
export async function seedSettlements(db: Database, now: Date): Promise<TrailLine[]> {
  const lines: TrailLine[] = []
  const run: Run = async (day, role) => {
    const at = new Date(`${day}T03:00:00Z`)
    return contextOf(db, { actor: await personOf(db, COMPANY, role), at: at < now ? at : now, lines })
  }
  const today = dayOf(now)
  const month = monthBefore(monthOf(today))
  await payByDeposit(db, run, addDays(today, -1))
  await writeOffDebt(db, run, addDays(today, -1))
  await refundDeposit(db, run, month)
  await leaveCredit(db, run, month)
  await receiveInAdvance(db, run, month)
  await issueIncomplete(db, now, lines)
  return lines
}

/**
 * Bills of the company, newest first. Excludes bills that other parts of the demo depend on: of customers with unbooked
 * bank rows or merges, with a merchant's link, or with a price that was entered late.
 */
async function findBills(db: Database, where: ReturnType<typeof sql>): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select b.id, b.customer_id as "customerId", b.version, (b.total_cents - b.received_cents)::bigint as cents
    from customer_bill b join customer c on c.id = b.customer_id
    where b.company_code = ${COMPANY} and ${where}
      and not exists (select from bank_row r where r.payer = c.name and r.unrelated_at is null
        and not exists (select from bank_row_receipt l where l.row_id = r.id))
      and not exists (select from bill_statement s where s.bill_id = b.id)
      and not exists (select from rerate r where r.store_id = b.store_id and r.month_on = b.month_on)
      and not exists (select from customer_merge m where c.id in (m.merged_id, m.kept_id))
    order by b.id desc`.execute(db)
  return rows
}

const owedOn = (day: Day) =>
  sql`b.status in ('open', 'partial') and b.kind = 'service' and b.total_cents > 0 and b.issued_on <= ${day}`

/** Uses a deposit for a customer's bill, up to the amount of the deposit. */
async function payByDeposit(db: Database, run: Run, onDay: Day): Promise<void> {
  const [bill] = await findBills(db, sql`${owedOn(onDay)} and deposit_held(b.customer_id) > 0`)
  if (!bill) return
  const { rows } = await sql<{ held: number }>`select deposit_held(${bill.customerId}) as held`.execute(db)
  const amountCents = Math.min(bill.cents, rows[0]?.held ?? 0)
  await receive(await run(onDay, ROLES.finance), { id: bill.id, onDay, amountCents, method: 'deposit' })
}

/** Writes off the oldest debt. */
async function writeOffDebt(db: Database, run: Run, onDay: Day): Promise<void> {
  const bill = (await findBills(db, owedOn(onDay))).at(-1)
  if (!bill) return
  await writeOff(await run(onDay, ROLES.admin), {
    id: bill.id,
    version: bill.version,
    onDay,
    amountCents: bill.cents,
    reason: '店铺已停业，多次催收没有结果',
  })
}

/** Refunds part of a deposit and pays it out. */
async function refundDeposit(db: Database, run: Run, month: string): Promise<void> {
  const onDay = `${month}-${PAID_OUT_ON}`
  const [bill] = await findBills(
    db,
    sql`b.kind = 'deposit' and b.status = 'paid' and b.origin <> 'opening'
      and least(deposit_held(b.customer_id), b.total_cents) > ${REFUNDED_CENTS}`,
  )
  if (!bill) return
  const { id } = await refund(await run(`${month}-${REFUNDED_ON}`, ROLES.finance), {
    id: bill.id,
    version: bill.version,
    amountCents: REFUNDED_CENTS,
    reason: '店铺减少一家，退还部分押金',
  })
  await receive(await run(onDay, ROLES.finance), { id, onDay, amountCents: REFUNDED_CENTS, method: 'bank' })
}

/** Refunds part of a bill to a customer without open bills, which leaves a credit: 待退. */
async function leaveCredit(db: Database, run: Run, month: string): Promise<void> {
  const [bill] = await findBills(
    db,
    sql`b.kind = 'service' and b.status = 'paid' and b.total_cents > ${CREDITED_CENTS}
      and b.issued_on <= ${`${month}-${CREDITED_ON}`}
      and not exists (select from customer_bill other where other.customer_id = b.customer_id
        and other.status in ('open', 'partial'))`,
  )
  if (!bill) return
  await refund(await run(`${month}-${CREDITED_ON}`, ROLES.finance), {
    id: bill.id,
    version: bill.version,
    amountCents: CREDITED_CENTS,
    reason: '节后值班不足，双方协商退还',
  })
}

/** A payment received on the last day of last month for a bill issued this month. */
async function receiveInAdvance(db: Database, run: Run, month: string): Promise<void> {
  const onDay = lastDayOf(month)
  const [bill] = await findBills(
    db,
    sql`b.status = 'open' and b.kind = 'service' and b.total_cents > 0 and b.issued_on > ${onDay}`,
  )
  if (!bill) return
  await receive(await run(onDay, ROLES.finance), {
    id: bill.id,
    onDay,
    amountCents: bill.cents,
    method: 'bank',
    beforeIssue: true,
    note: '商家月底先付',
  })
}

/** Issues some drafts with missing days, each with a different reason; the others stay drafts. */
async function issueIncomplete(db: Database, now: Date, lines: TrailLine[]): Promise<void> {
  const actor = await personOf(db, COMPANY, ROLES.finance)
  const drafts = await findBills(
    db,
    sql`b.status = 'draft' and b.kind = 'service' and b.total_cents > 0 and b.missing <> '[]'
      and not exists (select from jsonb_array_elements(b.missing) m where m->>'what' = 'terms')`,
  )
  const issued = MISSING.slice(0, Math.max(0, drafts.length - REMAINING_DRAFTS))
  for (const [at, reasonFields] of issued.entries()) {
    const draft = drafts[at]
    if (!draft) return
    await issue(contextOf(db, { actor, at: now, lines }), {
      id: draft.id,
      version: draft.version,
      ...reasonFields,
    })
  }
}
