import * as z from 'zod'
import { BillKind, ReceiptMethod } from '#billing/customer-bills/contract.ts'
import { Covers, Day, endpoint, Id, Keyword, many, page, paged } from '#kit/contract.ts'
import { Sender } from '#people/companies/profile/contract.ts'

/** Age of an open amount: not due, overdue by up to 30, 60 or 90 days, or longer; `credit`: owed to the customer. */
export const Bucket = z
  .enum(['notDue', 'days30', 'days60', 'days90', 'older', 'credit'])
  .meta({ title: '账龄' })

export type Bucket = z.output<typeof Bucket>

/** Open amounts by age, in 分. `owedCents` is the sum of all buckets except `creditCents`, which is negative. */
const Ages = z.object({
  notDueCents: z.int(),
  days30Cents: z.int(),
  days60Cents: z.int(),
  days90Cents: z.int(),
  olderCents: z.int(),
  owedCents: z.int(),
  overdueCents: z.int(),
  creditCents: z.int(),
  /** Deposit held: a liability that is not set off automatically. */
  depositCents: z.int(),
})

export const CustomerAges = Ages.extend({
  id: z.int(),
  companyCode: z.string(),
  name: z.string(),
  ownerName: z.string(),
  /** Days past due of the oldest overdue bill; null if none is overdue. */
  oldestDays: z.int().nullable(),
})

export type CustomerAges = z.output<typeof CustomerAges>

/** A bill with an open amount on the day. */
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
 * Kind of a statement line: a bill or its void, a receipt, its reversal, a payout, a payment from the deposit, or a
 * write-off.
 */
export const LineWhat = z.enum(['bill', 'void', 'receipt', 'reversal', 'payout', 'deposit', 'writeoff'])

export const StatementLine = z.object({
  /** The day on which the line counts; a receipt dated before its bill was issued counts from the issue day. */
  onDay: z.string(),
  what: LineWhat,
  billId: z.int(),
  code: z.string(),
  kind: BillKind,
  month: z.string(),
  storeName: z.string().nullable(),
  method: ReceiptMethod.nullable(),
  txnNo: z.string().nullable(),
  /** Change of the customer's debt, in 分. */
  amountCents: z.int(),
  balanceCents: z.int(),
})

export type StatementLine = z.output<typeof StatementLine>

/** Change of a deposit: received, receipt reversed, refunded, used for a bill, or such a use reversed (`freed`). */
export const DepositWhat = z.enum(['received', 'reversed', 'refunded', 'used', 'freed'])

export const DepositLine = z.object({
  onDay: z.string(),
  what: DepositWhat,
  billId: z.int(),
  code: z.string(),
  /** Change of the deposit held, in 分. */
  amountCents: z.int(),
  balanceCents: z.int(),
})

export type DepositLine = z.output<typeof DepositLine>

export const Statement = z.object({
  customer: z.object({ id: z.int(), name: z.string(), code: z.string() }),
  /** The company that sends the statement. */
  sender: Sender,
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

/** Maximum length of a statement, in days. */
export const MAX_DAYS = 731

const CompanyCode = many(z.string().regex(/^\d{3}$/))
const on = Day.optional().meta({ title: '截至' })

export const receivables = {
  list: endpoint('GET /api/receivables', {
    needs: 'canChargeCustomer',
    isHeavy: true,
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
    /** Covers the issued bills. */
    output: paged(CustomerAges).extend({ on: z.string(), sums: Ages, covers: Covers }),
  }),
  bills: endpoint('GET /api/receivables/bills', {
    needs: 'canChargeCustomer',
    isHeavy: true,
    summary: '截至某日还没收齐（或待退）的账单',
    input: page(
      { on, keyword: Keyword, customerId: many(Id), bucket: many(Bucket), companyCode: CompanyCode },
      ['id', 'dueOn', 'owedCents'],
    ),
    /** Covers the issued bills. */
    output: paged(AgedBill).extend({ on: z.string(), owedCents: z.int(), covers: Covers }),
  }),
  statement: endpoint('GET /api/receivables/customers/:id/statement', {
    needs: 'canChargeCustomer',
    isHeavy: true,
    summary: '客户对账单：期初余额、账单、收款、冲销、退款和逐笔余额，以及押金的每一笔变动',
    input: z.strictObject({
      id: Id,
      from: Day.meta({ title: '开始日期' }),
      to: Day.meta({ title: '结束日期' }),
    }),
    output: Statement,
  }),
}
