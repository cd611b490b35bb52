import type { Day } from '#kit/calendar.ts'
import { monthOf, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import type { AgedBill } from './contract.ts'
import { receivables } from './contract.ts'
import type { Look } from './queriesOfAgeing.ts'
import { findAgedBills, findAges } from './queriesOfAgeing.ts'
import { assertCome } from './rules.ts'
import { readStatement } from './statement.ts'

export const receivablesServer = serve(receivables, {
  list: async (context, query) => {
    const look = lookOf(context, query)
    return { ...(await findAges(context.db, look, query)), on: look.on }
  },
  bills: async (context, query) => {
    const look = lookOf(context, query)
    const found = await findAgedBills(context.db, look, query)
    return { ...found, items: found.items.map(presentBill), on: look.on }
  },
  statement: readStatement,
})

/** Balances at the requested day, or today. */
function lookOf(
  { actor, clock }: Context,
  { on, companyCode }: { on?: Day | undefined; companyCode?: string[] | undefined },
): Look {
  assertCompanyFilter(actor, companyCode)
  const now = today(clock)
  if (on) assertCome('on', on, now)
  return { actor, on: on ?? now, isToday: (on ?? now) === now }
}

type Row = Awaited<ReturnType<typeof findAgedBills>>['items'][number]

/** Formats a bill; credits are never overdue. */
function presentBill({ pastDue, monthOn, code, issuedOn, dueOn, ...row }: Row): AgedBill {
  return {
    ...row,
    ...{ code: code ?? '', issuedOn: issuedOn ?? '', dueOn: dueOn ?? '', month: monthOf(monthOn) },
    kind: row.kind as AgedBill['kind'],
    overdueDays: pastDue > 0 && row.owedCents > 0 ? pastDue : null,
  }
}
