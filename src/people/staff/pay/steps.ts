import type * as z from 'zod'
import type { Changes } from '#kit/audit.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { lockStaff, staffScope, updateStaff } from '#people/staff/queries.ts'
import type { staffPay } from './contract.ts'
import { addPay, correctPay, type PaidPerson, withdrawPay } from './edit.ts'
import { firstDayOf, type Pay } from './rules.ts'

type EnteredPay = { [K in keyof Pay]?: Pay[K] | undefined }

/** Complete pay: a field that was not entered is not agreed. */
const completePay = (typed: EnteredPay): Pay => ({
  baseSalaryCents: typed.baseSalaryCents ?? null,
  seniorityPayCents: typed.seniorityPayCents ?? null,
  seniorityPerYearCents: typed.seniorityPerYearCents ?? null,
  seniorityCapCents: typed.seniorityCapCents ?? null,
  commissionRateBp: typed.commissionRateBp ?? null,
  kpiBaseCents: typed.kpiBaseCents ?? null,
})

/** Locks and returns a person within reach; throws NOT_FOUND. */
export const lockPaidPerson = ({ db, actor }: Context, id: number) =>
  lockStaff(db, staffScope(actor, 'canAdmin'), id)

type Locked = Awaited<ReturnType<typeof lockPaidPerson>>

/** Adds pay from a day on; the caller has locked the person. */
export async function raise(
  context: Context,
  person: Locked,
  { fromOn, reason, ...typed }: Omit<z.output<typeof staffPay.add.input>, 'id'>,
): Promise<void> {
  await writePay(context, person, 'add-pay', (paid) =>
    addPay(context, paid, { ...completePay(typed), fromOn, reason }),
  )
}

/** Corrects a pay row; the caller has locked the person. */
export async function correct(
  context: Context,
  person: Locked,
  { payId, reason, ...typed }: Omit<z.output<typeof staffPay.correct.input>, 'id'>,
): Promise<void> {
  await writePay(context, person, 'correct-pay', (paid) =>
    correctPay(context, paid, { ...completePay(typed), payId, reason }),
  )
}

/** Withdraws a pay row that is not in effect yet; the caller has locked the person. */
export async function withdraw(
  context: Context,
  person: Locked,
  input: Omit<z.output<typeof staffPay.withdraw.input>, 'id'>,
): Promise<void> {
  await writePay(context, person, 'withdraw-pay', (paid) => withdrawPay(context, paid, input))
}

/** Writes pay and increments the person's version: the staff form shows pay, so an open form must become stale. */
async function writePay(
  { db, actor, clock, record }: Context,
  person: Locked,
  action: string,
  write: (paid: PaidPerson) => Promise<Changes>,
): Promise<void> {
  const { id, companyCode, version } = person
  const changes = await write({ id, companyCode, firstOn: firstDayOf(person), version: version + 1 })
  await updateStaff(db, id, updatedNow({ actor, clock }))
  record({ action, entity: 'staff', recordId: id, companyCode, changes })
}
