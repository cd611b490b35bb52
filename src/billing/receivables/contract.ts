import * as z from 'zod'
import { BillKind, ReceiptMethod } from '#billing/customer-bills/contract.ts'
import { Day, endpoint, Id, Keyword, many, page, paged } from '#kit/contract.ts'

/** How long money has been due: not yet, up to so many days, longer; `credit`: it is ours to give back. */
export const Bucket = z
  .enum(['notDue', 'days30', 'days60', 'days90', 'older', 'credit'])
  .meta({ title: '账龄' })

export type Bucket = z.output<typeof Bucket>

/** What is open by how long it has been due, 分. Owed is the sum of all but the credit, which is negative. */
const Ages = z.object({
  notDueCents: z.int(),
  days30Cents: z.int(),
  days60Cents: z.int(),
  days90Cents: z.int(),
  olderCents: z.int(),
  owedCents: z.int(),
  overdueCents: z.int(),
  creditCents: z.int(),
  /** What is held of the deposit; a liability, never set off by itself. */
  depositCents: z.int(),
})

export const CustomerAges = Ages.extend({
  id: z.int(),
  companyCode: z.string(),
  name: z.string(),
  ownerName: z.string(),
  /** How long the oldest has been past due, days; null where nothing is. */
  oldestDays: z.int().nullable(),
})

export type CustomerAges = z.output<typeof CustomerAges>

/** A bill of which something was open on the day. */
export const AgedBill = z.object({
  id: z.int(),
  companyCode: z.string(),
  code: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  storeName: z.string().nullable(),
  kind: BillKind,
  month: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  totalCents: z.int(),
  owedCents: z.int(),
  overdueDays: z.int().nullable(),
})

export type AgedBill = z.output<typeof AgedBill>

/**
 * What a line of a statement is: a bill or its void, money that came in, was taken back, was paid out, what was set off by
 * the deposit, or written off.
 */
export const LineWhat = z.enum(['bill', 'void', 'receipt', 'reversal', 'payout', 'deposit', 'writeoff'])

export const StatementLine = z.object({
  /** The day that it counts on: what came in before the bill was issued counts from then on. */
  onDay: z.string(),
  what: LineWhat,
  billId: z.int(),
  code: z.string(),
  kind: BillKind,
  month: z.string(),
  storeName: z.string().nullable(),
  method: ReceiptMethod.nullable(),
  txnNo: z.string().nullable(),
  /** What the customer owes by it more, or, negative, less; 分. */
  amountCents: z.int(),
  balanceCents: z.int(),
})

export type StatementLine = z.output<typeof StatementLine>

/** What moved a deposit: money came in for it or was taken back, it was given back, or it paid a bill (or no longer). */
export const DepositWhat = z.enum(['received', 'reversed', 'refunded', 'used', 'freed'])

export const DepositLine = z.object({
  onDay: z.string(),
  what: DepositWhat,
  billId: z.int(),
  code: z.string(),
  /** What is held by it more or, negative, less; 分. */
  amountCents: z.int(),
  balanceCents: z.int(),
})

export type DepositLine = z.output<typeof DepositLine>

export const Statement = z.object({
  customer: z.object({ id: z.int(), name: z.string(), code: z.string() }),
  companyName: z.string(),
  from: z.string(),
  to: z.string(),
  openingCents: z.int(),
  billedCents: z.int(),
  settledCents: z.int(),
  closingCents: z.int(),
  lines: z.array(StatementLine),
  deposit: z.object({ openingCents: z.int(), closingCents: z.int(), lines: z.array(DepositLine) }),
})

export type Statement = z.output<typeof Statement>

/** The longest span of a statement, days. */
export const MOST_DAYS = 731

const CompanyCode = many(z.string().regex(/^\d{3}$/))
const on = Day.optional().meta({ title: '截至' })

export const receivables = {
  list: endpoint('GET /api/receivables', {
    needs: 'canChargeCustomer',
    summary: '应收账龄：截至某日，各客户未收的款按到期日分段，以及所收的押金',
    input: page(
      {
        on,
        keyword: Keyword,
        ownerId: many(Id),
        overdue: z.enum(['yes']).optional(),
        companyCode: CompanyCode,
      },
      ['id', 'owedCents', 'overdueCents', 'oldestDays', 'depositCents'],
    ),
    output: paged(CustomerAges).extend({ on: z.string(), sums: Ages }),
  }),
  bills: endpoint('GET /api/receivables/bills', {
    needs: 'canChargeCustomer',
    summary: '截至某日还没收齐（或待退）的账单',
    input: page(
      { on, keyword: Keyword, customerId: many(Id), bucket: many(Bucket), companyCode: CompanyCode },
      ['id', 'dueOn', 'owedCents'],
    ),
    output: paged(AgedBill).extend({ on: z.string(), owedCents: z.int() }),
  }),
  statement: endpoint('GET /api/receivables/customers/:id/statement', {
    needs: 'canChargeCustomer',
    summary: '客户对账单：期初余额、账单、收款、冲销、退款和逐笔余额，以及押金的每一笔变动',
    input: z.strictObject({
      id: Id,
      from: Day.meta({ title: '开始日期' }),
      to: Day.meta({ title: '结束日期' }),
    }),
    output: Statement,
  }),
}
