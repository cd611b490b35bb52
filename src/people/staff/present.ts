import type { Actor } from '#access/can.ts'
import { seesPay } from '#access/can.ts'
import { maskCard, maskMobile } from '#kit/fields.ts'
import type * as queries from './queries.ts'

type Row = Awaited<ReturnType<typeof queries.getStaff>>

/** A row as this person may see it. */
export function present(actor: Actor, row: Row) {
  const { baseSalaryCents, seniorityPayCents, commissionRateBp, payeeBank, payeeCard, ...rest } = row
  const pay = {
    baseSalaryCents,
    seniorityPayCents,
    commissionRateBp,
    payeeBank,
    payeeCard: maskCard(payeeCard),
  }
  return {
    ...rest,
    status: row.status as 'active',
    mobile: maskMobile(row.mobile),
    erasedAt: row.erasedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(seesPay(actor) ? pay : {}),
  }
}
