import * as z from 'zod'
import { Cents, Day, endpoint, Id, Keyword, many, page, paged } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'
import { SentenceText } from '#kit/sentenceText.ts'

/**
 * `open`: not booked, or only in part; `booked`: receipts cover the whole amount; `unrelated`: belongs to no bill;
 * `before`: dated before the company's books began, so it is part of the opening balances.
 */
export const RowState = z.enum(['open', 'booked', 'unrelated', 'before']).meta({ title: '状态' })

export type RowState = z.output<typeof RowState>

/**
 * Why bills are suggested: bill number in the text, customer name as payer, payer of an earlier receipt, equal amount,
 * equal sum of several bills. `over`: the customer is known, but owes less in total than the payment.
 */
export const Reason = z.enum(['number', 'name', 'payer', 'amount', 'sum', 'over'])

export type Reason = z.output<typeof Reason>

/** Maximum number of bills per row. */
export const MAX_PARTS = 20

/** Maximum number of rows per request. */
export const MAX_CONFIRMED = 100

const BillPart = z.object({
  billId: z.int(),
  code: z.string(),
  name: z.string(),
  month: z.string(),
  owedCents: z.int(),
  amountCents: z.int(),
})

/**
 * Bills of one customer over which the unbooked amount could be split. The parts add up to it; with `over`, to less.
 */
export const Suggestion = z.object({
  customerId: z.int(),
  customerName: z.string(),
  reasons: z.array(Reason),
  parts: z.array(BillPart),
})

export type Suggestion = z.output<typeof Suggestion>

/** An incoming payment read from a bank file. Amounts in 分. */
export const BankRow = z.object({
  id: z.int(),
  companyCode: z.string(),
  fileName: z.string(),
  rowNo: z.int(),
  onDay: z.string(),
  /** The row's month is closed, so its receipt needs a day in an open month. */
  monthClosed: z.boolean(),
  amountCents: z.int(),
  /** Amount without a receipt; reversed receipts do not count. */
  leftCents: z.int(),
  payer: z.string(),
  memo: z.string(),
  txnNo: z.string().nullable(),
  state: RowState,
  unrelatedReason: z.string().nullable(),
  unrelatedByName: z.string().nullable(),
  /** The row's receipts that are not reversed: bill, booking day and amount. */
  bookedOn: z.array(z.object({ billId: z.int(), code: z.string(), onDay: z.string(), amountCents: z.int() })),
  /** The bill whose manually entered receipt already has this transaction number. */
  notedOn: z.object({ billId: z.int(), code: z.string() }).nullable(),
  /** At most three, best first; empty unless the row is open. */
  suggestions: z.array(Suggestion),
})

export type BankRow = z.output<typeof BankRow>

/** A row of the file that could not be parsed. */
const Fault = z.object({ rowNo: z.int(), problem: SentenceText })

const Parts = z
  .array(z.strictObject({ billId: Id, amountCents: Cents.min(1).meta({ title: '金额' }) }))
  .min(1)
  .max(MAX_PARTS)
  .meta({ title: '账单' })

export const bankReceipts = {
  list: endpoint('GET /api/bank-rows', {
    needs: 'canChargeCustomer',
    summary: '银行流水的收入，带匹配建议；只是建议，由人确认后才登记收款',
    input: page(
      {
        keyword: Keyword,
        status: many(RowState),
        from: Day.optional(),
        to: Day.optional(),
        companyCode: many(z.string().regex(/^\d{3}$/)),
      },
      ['id', 'onDay', 'amountCents'],
    ),
    output: paged(BankRow).extend({ statusCounts: z.record(z.string(), z.int()), openCents: z.int() }),
  }),
  upload: endpoint('POST /api/bank-rows', {
    needs: 'canChargeCustomer',
    summary: '上传银行流水（csv、xls、xlsx）；已有的行不会重复登记',
    takes: 'file',
    input: z.strictObject({}),
    output: z.object({
      fileName: z.string(),
      added: z.int(),
      /** Rows that earlier uploads already contain. */
      known: z.int(),
      /** Outgoing payments; not saved. */
      outgoing: z.int(),
      /** Rows dated in the future; not saved. */
      ahead: z.array(z.object({ rowNo: z.int(), day: z.string() })),
      faults: z.array(Fault),
    }),
  }),
  confirm: endpoint('POST /api/bank-rows/:id/confirm', {
    needs: 'canChargeCustomer',
    summary: '确认一笔流水：登记为同一客户一张或几张账单的收款，合计等于未登记的金额，或写明余额留待认领',
    input: z.strictObject({
      id: Id,
      parts: Parts,
      /** The customer paid more than is owed: the rest stays open on the row. */
      keepRest: z.boolean().optional().meta({ title: '余额留待认领' }),
      /** Required if the row's month is closed: the day of the receipt. */
      onDay: Day.optional().meta({ title: '入账日期' }),
    }),
    output: BankRow,
  }),
  confirmMany: endpoint('POST /api/bank-rows/confirm', {
    needs: 'canChargeCustomer',
    summary: `按建议确认多笔流水，一次最多 ${MAX_CONFIRMED} 笔，逐笔给出结果`,
    input: z.strictObject({
      rows: z
        .array(z.strictObject({ id: Id, parts: Parts }))
        .min(1)
        .max(MAX_CONFIRMED),
    }),
    output: z.object({ results: z.array(z.object({ id: z.int(), problem: SentenceText.nullable() })) }),
  }),
  setAside: endpoint('POST /api/bank-rows/:id/unrelated', {
    needs: 'canChargeCustomer',
    summary: '标为无关：不是客户付的账单；已登记一部分的，只标余下的',
    input: z.strictObject({ id: Id, reason: line('原因', 200) }),
    output: BankRow,
  }),
  takeBack: endpoint('POST /api/bank-rows/:id/open', {
    needs: 'canChargeCustomer',
    summary: '取消无关，重新待认领',
    input: z.strictObject({ id: Id }),
    output: BankRow,
  }),
  bills: endpoint('GET /api/bank-rows/:id/bills', {
    needs: 'canChargeCustomer',
    summary: '选账单用：这笔流水所在公司还没收齐的账单，按到期日',
    input: z.strictObject({ id: Id, customerId: Id }),
    output: z.array(BillPart),
  }),
}
