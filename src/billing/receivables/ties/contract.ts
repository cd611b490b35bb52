import * as z from 'zod'
import { ReceiptMethod } from '#billing/customer-bills/contract.ts'
import { endpoint, Keyword, Month, many, page, paged } from '#kit/contract.ts'

const row = { id: z.int(), companyCode: z.string(), name: z.string() }

/** 应收 and 预收 of a month, in 分. */
const RollFigures = z.object({
  openingCents: z.int(),
  billedCents: z.int(),
  receivedCents: z.int(),
  byDepositCents: z.int(),
  /** 冲减: write-offs, and voids of bills of closed months. */
  reducedCents: z.int(),
  /** Closing balance, split by sign: `closingCents` is owed by the customer, `creditCents` (≤ 0) to the customer. */
  closingCents: z.int(),
  creditCents: z.int(),
  /** 预收: receipts whose bill is not yet issued. */
  advanceOpeningCents: z.int(),
  advanceInCents: z.int(),
  advanceUsedCents: z.int(),
  advanceClosingCents: z.int(),
})

const BridgeFigures = z.object({
  /** Revenue of the service month, including tax. */
  revenueCents: z.int(),
  unbilledBeforeCents: z.int(),
  unbilledAfterCents: z.int(),
  aheadBeforeCents: z.int(),
  aheadAfterCents: z.int(),
  /** Bills issued in the month that are revenue, minus voids of bills of closed months. */
  billedCents: z.int(),
})

const DepositFigures = z.object({
  openingCents: z.int(),
  receivedCents: z.int(),
  refundedCents: z.int(),
  usedCents: z.int(),
  closingCents: z.int(),
})

export const RollItem = z.object(row).extend(RollFigures.shape)
export const BridgeItem = z.object(row).extend(BridgeFigures.shape)
export const DepositItem = z.object(row).extend(DepositFigures.shape)

export type RollItem = z.output<typeof RollItem>
export type BridgeItem = z.output<typeof BridgeItem>
export type DepositItem = z.output<typeof DepositItem>

export const TieName = z.enum(['receivable', 'advance', 'money', 'revenue', 'deposit', 'opening', 'bill'])

/** A reconciliation difference. `customerId` null: in the totals; `bills`: codes of inconsistent bills. */
export const Gap = z.object({
  companyCode: z.string(),
  tie: TieName,
  customerId: z.int().nullable(),
  customerName: z.string(),
  cents: z.int(),
  bills: z.array(z.string()),
})

export type Gap = z.output<typeof Gap>

const filters = {
  /** Defaults to the current month. */
  month: Month.optional().meta({ title: '月份' }),
  keyword: Keyword,
  companyCode: many(z.string().regex(/^\d{3}$/)),
}

/** Fields in every response: month, whether the figures are from closing snapshots, and gaps. */
const head = { month: z.string(), kept: z.boolean(), gaps: z.array(Gap) }

const needs = 'canChargeCustomer'

export const receivableTies = {
  roll: endpoint('GET /api/receivables/roll', {
    needs,
    isHeavy: true,
    summary: '应收滚动：各客户一个月的期初、本期应收、收款、押金抵扣、冲减、期末和待退，以及预收',
    input: page(filters, [
      'id',
      'openingCents',
      'billedCents',
      'receivedCents',
      'closingCents',
      'creditCents',
    ]),
    output: paged(RollItem).extend({
      ...head,
      sums: RollFigures,
      /** Payments of the month by method and payment day; equals received plus the change of 预收. */
      money: z.array(z.object({ method: ReceiptMethod, cents: z.int() })),
    }),
  }),
  bridge: endpoint('GET /api/receivables/bridge', {
    needs,
    isHeavy: true,
    summary: '收入到应收：本月收入加减未出账和已出账未到期，等于本期应收',
    input: page(filters, ['id', 'revenueCents', 'billedCents', 'unbilledAfterCents', 'aheadAfterCents']),
    output: paged(BridgeItem).extend({ ...head, sums: BridgeFigures }),
  }),
  deposits: endpoint('GET /api/receivables/deposits', {
    needs,
    isHeavy: true,
    summary: '押金滚动：各客户一个月的期初、收取、退还、抵扣和期末',
    input: page(filters, [
      'id',
      'openingCents',
      'receivedCents',
      'refundedCents',
      'usedCents',
      'closingCents',
    ]),
    output: paged(DepositItem).extend({ ...head, sums: DepositFigures }),
  }),
}
