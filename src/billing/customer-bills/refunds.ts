import type * as z from 'zod'
import { lastDayOf, monthOf, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import type { BillPage } from './contract.ts'
import type { customerBillSteps } from './contractSteps.ts'
import { hold, stampOf } from './edit.ts'
import { billLine, lineText } from './log.ts'
import { readerOf, readPage } from './present.ts'
import type { NewLine } from './queries.ts'
import * as queries from './queries.ts'
import { depositLeft, lockDeposit } from './queriesOfReceipts.ts'
import { giveBack } from './refunding.ts'
import { taxRateOf } from './rules.ts'
import { assertDepositLeft, assertRefundable } from './rulesOfRefunds.ts'
import { issueHeld } from './steps.ts'

/**
 * Refunds a paid bill in whole or in part: creates and issues a refund bill in the current month and updates the
 * refunded amount of the paid bill. Returns the refund.
 */
export async function refund(
  context: Context,
  input: z.output<typeof customerBillSteps.refund.input>,
): Promise<BillPage> {
  const { db, actor, clock, record } = context
  const { customerId } = await queries.reachBill(db, actor, input.id)
  await lockDeposit(db, customerId)
  const before = await hold(context, input)
  assertRefundable(before, await queries.findRelated(db, before.id), input.amountCents)
  if (before.kind === 'deposit') {
    assertDepositLeft((await depositLeft(db, before.customerId)) - input.amountCents)
  }
  const { companyCode, storeId } = before
  const month = monthOf(today(clock))
  const line: NewLine = {
    ...{ item: 'refund', qty: 1, per: 1, price: -input.amountCents },
    amountCents: -input.amountCents,
    taxRateBp: taxRateOf(before.kind),
  }
  const draft = await queries.insertBill(db, {
    ...{ companyCode, customerId: before.customerId, storeId, kind: 'refund', relatesToId: before.id },
    ...{ monthOn: `${month}-01`, fromOn: `${month}-01`, toOn: lastDayOf(month) },
    ...{ totalCents: line.amountCents, reason: input.reason },
    ...{ createdAt: clock(), createdBy: actor.id, ...stampOf(context) },
  })
  await queries.replaceLines(db, draft.id, [line])
  record(billLine('create', {}, draft, { lines: [null, [lineText(line)]] }))
  await issueHeld(context, draft, { dueOn: input.dueOn })
  await giveBack(context, before, input.amountCents)
  return readPage(db, readerOf(context), draft.id)
}
