import type { Day } from '#kit/calendar.ts'
import { monthOf, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import type { AgedBill } from './contract.ts'
import { receivables } from './contract.ts'
import type { AgeingScope } from './queriesOfAgeing.ts'
import { findAgedBills, findAges } from './queriesOfAgeing.ts'
import { assertNotFuture } from './rules.ts'
import { readStatement } from './statement.ts'

export const receivablesServer = serve(receivables, {
  list: async (context, query) => {
    const ageingScope = toAgeingScope(context, query)
    return { ...(await findAges(context.db, ageingScope, query)), on: ageingScope.on }
  },
  bills: async (context, query) => {
    const ageingScope = toAgeingScope(context, query)
    const found = await findAgedBills(context.db, ageingScope, query)
    return { ...found, items: found.items.map(toAgedBill), on: ageingScope.on }
  },
  statement: readStatement,
})

/** Balances at the requested day, or today. */
function toAgeingScope(
  { actor, clock }: Context,
  { on, companyCode }: { on?: Day | undefined; companyCode?: string[] | undefined },
): AgeingScope {
  assertCompanyFilter(actor, companyCode)
  const now = today(clock)
  if (on) assertNotFuture('on', on, now)
  return { actor, on: on ?? now, isToday: (on ?? now) === now }
}

type Row = Awaited<ReturnType<typeof findAgedBills>>['items'][number]

/** Formats a bill; credits are never overdue. */
function toAgedBill({ pastDue, monthOn, code, issuedOn, dueOn, ...row }: Row): AgedBill {
  return {
    ...row,
    ...{ code: code ?? '', issuedOn: issuedOn ?? '', dueOn: dueOn ?? '', month: monthOf(monthOn) },
    kind: row.kind as AgedBill['kind'],
    overdueDays: pastDue > 0 && row.owedCents > 0 ? pastDue : null,
  }
}
