import * as z from 'zod'
import { Cents, Day, endpoint, Id, Version } from '#kit/contract.ts'
import { optionalLine } from '#kit/fields.ts'
import { BillPage } from './contract.ts'

/** Kinds of opening balance: receivables, and money held for customers (deposits and prepayments). */
export const OpeningKind = z.enum(['opening', 'deposit']).meta({ title: '类型' })

/** Amounts must be positive: money paid in advance is a deposit (decision 071). */
const NOT_OWED = '金额要大于 0；客户预付的款请登记为期初押金'

const amounts = {
  amountCents: Cents.refine((cents) => cents > 0, NOT_OWED).meta({ title: '金额' }),
  dueOn: Day.optional().meta({ title: '到期日' }),
  note: optionalLine('备注', 200).optional(),
}

const fields = {
  customerId: Id.meta({ title: '客户' }),
  kind: OpeningKind,
  onDay: Day.meta({ title: '发生日期' }),
  earlierNo: optionalLine('原单号', 40).optional(),
  ...amounts,
}

export const OpeningInput = z.strictObject({
  ...fields,
  storeId: Id.nullable().optional().meta({ title: '店铺' }),
})

/** An opening balance as a sheet row, which names the store instead of its id. */
export const OpeningRow = z.strictObject({ ...fields, storeName: optionalLine('店铺', 100).optional() })

/** Fields of a row that may differ from the saved balance with the same key. */
export const OpeningChanges = z.strictObject({
  id: Id,
  version: Version,
  ...z.object(amounts).partial().shape,
})

export type OpeningInput = z.output<typeof OpeningInput>

export const openingBalances = {
  create: endpoint('POST /api/customer-bills/openings', {
    needs: 'canChargeCustomer',
    summary: '登记期初：启用月份之前客户欠下的款，或收取的押金；不计入收入',
    input: OpeningInput,
    output: BillPage,
  }),
}
