import { today } from '#kit/calendar.ts'
import type { Context, Served } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { getStaff, staffScope } from '#people/staff/queries.ts'
import type { PayOfMonth } from './consequences.ts'
import { ofPay } from './consequences.ts'
import { staffPay } from './contract.ts'
import { timeline } from './present.ts'
import { findPay } from './queries.ts'
import { correct, lockPaid, raise, withdraw } from './steps.ts'

async function answer({ db, clock }: Context, staffId: number) {
  return { items: timeline(await findPay(db, staffId), today(clock)) }
}

/** Serves the pay timeline of staff; `payOfMonth` supplies a person's total for the previews. */
export const staffPayServer = (payOfMonth: PayOfMonth): Served =>
  serve(staffPay, {
    list: async (context, { id }) => {
      const { db, actor, clock } = context
      await getStaff(db, staffScope(actor, 'canChargeCustomer'), id, today(clock))
      return answer(context, id)
    },

    add: async (context, { id, ...pay }) => {
      await raise(context, await lockPaid(context, id), pay)
      return answer(context, id)
    },

    correct: async (context, { id, ...pay }) => {
      await correct(context, await lockPaid(context, id), pay)
      return answer(context, id)
    },

    withdraw: async (context, { id, ...asked }) => {
      await withdraw(context, await lockPaid(context, id), asked)
      return answer(context, id)
    },

    addConsequences: (context, asked) => ofPay(context, asked, payOfMonth),
    correctConsequences: (context, asked) => ofPay(context, asked, payOfMonth),
  })
