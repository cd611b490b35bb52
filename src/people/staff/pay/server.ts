import { addDays, type Day, today } from '#kit/calendar.ts'
import { type Context, type Served, serve } from '#kit/serve.ts'
import { getStaff, staffScope } from '#people/staff/queries.ts'
import { type PayOfMonth, payConsequences } from './consequences.ts'
import { type Pay, staffPay } from './contract.ts'
import { findPay, type PayRow } from './queries.ts'
import { payOf } from './rules.ts'
import { correct, lockPaidPerson, raise, withdraw } from './steps.ts'

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

/** Pay rows with their period and their state on a day. `rows` are sorted by day. */
function toTimeline(rows: readonly PayRow[], on: Day): Pay[] {
  const currentRows = rows.filter(({ replacedAt }) => !replacedAt)
  return rows.map((row) => {
    const { id, fromOn, reason, createdByName, replacedByName, replacedReason } = row
    const next = currentRows.find((other) => other.fromOn > fromOn)
    const toOn = row.replacedAt || !next ? null : addDays(next.fromOn, -1)
    return {
      id,
      fromOn,
      toOn,
      ...payOf(row),
      reason,
      state: stateOf(row, toOn, on),
      createdByName,
      replacedByName,
      replacedReason,
      createdAt: row.createdAt.toISOString(),
      replacedAt: row.replacedAt?.toISOString() ?? null,
    }
  })
}

function stateOf({ fromOn, replacedAt }: PayRow, toOn: Day | null, on: Day): Pay['state'] {
  if (replacedAt) return 'replaced'
  if (fromOn > on) return 'planned'
  return toOn !== null && toOn < on ? 'past' : 'current'
}
