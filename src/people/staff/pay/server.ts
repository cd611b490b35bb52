import { today } from '#kit/calendar.ts'
import type { Context, Served } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { getStaff, staffScope } from '#people/staff/queries.ts'
import type { PayOfMonth } from './consequences.ts'
import { payConsequences } from './consequences.ts'
import { staffPay } from './contract.ts'
import { findPay } from './queries.ts'
import { correct, lockPaidPerson, raise, withdraw } from './steps.ts'
import { toTimeline } from './timeline.ts'

async function readTimeline({ db, clock }: Context, staffId: number) {
  return { items: toTimeline(await findPay(db, staffId), today(clock)) }
}

/** Serves the pay timeline of staff; `payOfMonth` supplies a person's total for the previews. */
export const staffPayServer = (payOfMonth: PayOfMonth): Served =>
  serve(staffPay, {
    list: async (context, { id }) => {
      const { db, actor, clock } = context
      await getStaff(db, staffScope(actor, 'canChargeCustomer'), id, today(clock))
      return readTimeline(context, id)
    },

    add: async (context, { id, ...pay }) => {
      await raise(context, await lockPaidPerson(context, id), pay)
      return readTimeline(context, id)
    },

    correct: async (context, { id, ...pay }) => {
      await correct(context, await lockPaidPerson(context, id), pay)
      return readTimeline(context, id)
    },

    withdraw: async (context, { id, ...input }) => {
      await withdraw(context, await lockPaidPerson(context, id), input)
      return readTimeline(context, id)
    },

    addConsequences: (context, input) => payConsequences(context, input, payOfMonth),
    correctConsequences: (context, input) => payConsequences(context, input, payOfMonth),
  })
