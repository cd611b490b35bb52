import type { Database } from '#db/connect.ts'
import { type Day, monthOf } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import type { BillLine } from './contract.ts'
import { type BillLineDetail, customerBillLines } from './contractLines.ts'
import { findPricings, findProposal, findSourcedDays, getLine } from './lineQueries.ts'
import { findFacts } from './monthQueries.ts'
import type { MonthFacts } from './price.ts'
import { isByDay, type TracedLine, traceLine } from './traceLine.ts'

/** Details of a line that is not calculated by day: manual, or settling another bill. */
const WITHOUT_DAYS: Pick<
  BillLineDetail,
  'terms' | 'meanBefore' | 'days' | 'sum' | 'sinceQty' | 'sinceCents'
> = {
  terms: [],
  meanBefore: null,
  days: [],
  sinceQty: 0,
  sinceCents: 0,
  sum: {
    qty: 0,
    amountCents: 0,
    days: 0,
    volume: 0,
    included: 0,
    salesCents: 0,
    excludedDays: 0,
    excludedVolume: 0,
  },
}

/** Data of a store month with the source of each figure. */
async function readMonth(db: Database, storeId: number, month: string) {
  const storeFacts = (await findFacts(db, [storeId], month)).get(storeId)
  const figures = new Map((await findSourcedDays(db, storeId, month)).map((day) => [day.onDay, day]))
  return storeFacts && { figures, facts: { ...storeFacts, figures } satisfies MonthFacts }
}

/** Days of a line from current terms, states and figures. */
async function openDays(db: Database, line: BillLine, storeId: number, month: string) {
  const storeMonth = await readMonth(db, storeId, month)
  if (!storeMonth) return WITHOUT_DAYS
  const traced = traceLine(line, storeMonth.facts)
  return {
    ...traced,
    terms: await termsOf(db, traced),
    meanBefore: storeMonth.facts.meanBefore,
    days: traced.days.map((day) => {
      const { source = null, fileName = null, row = null } = storeMonth.figures.get(day.on) ?? {}
      return { ...day, source, fileName, row }
    }),
  }
}

/** Traces a bill's lines that are calculated by day, by position; without terms and sources. */
export async function traceLines(
  db: Database,
  lines: readonly BillLine[],
  { storeId, monthOn }: { storeId: number | null; monthOn: Day },
): Promise<Map<number, TracedLine>> {
  const dayLines = lines.filter(isByDay)
  if (storeId === null || dayLines.length === 0) return new Map()
  const storeMonth = await readMonth(db, storeId, monthOf(monthOn))
  return new Map(storeMonth ? dayLines.map((line) => [line.position, traceLine(line, storeMonth.facts)]) : [])
}

async function termsOf(db: Database, { days }: TracedLine): Promise<BillLineDetail['terms']> {
  const counts = new Map<number, number>()
  for (const { state, termsId } of days) {
    if (state !== 'excluded' && termsId !== null) counts.set(termsId, (counts.get(termsId) ?? 0) + 1)
  }
  const rows = await findPricings(db, [...counts.keys()])
  return rows.map((row) => ({ ...row, days: counts.get(row.id) ?? 0 }))
}

export const customerBillLinesServer = serve(customerBillLines, {
  get: async ({ db, actor }, { id, position }) => {
    const line = await getLine(db, actor, id, position)
    const { storeId, storeName, relatedId, relatedCode, relatedCents, customerId, reason } = line
    const month = monthOf(line.monthOn)
    const opened = storeId !== null && isByDay(line) ? await openDays(db, line, storeId, month) : WITHOUT_DAYS
    return {
      ...opened,
      line,
      month,
      customerId,
      reason,
      kind: line.kind,
      origin: line.origin,
      store: storeId === null ? null : { id: storeId, name: storeName ?? '' },
      relatesTo:
        relatedId === null ? null : { id: relatedId, code: relatedCode, totalCents: relatedCents ?? 0 },
      proposal: line.origin === 'changed' ? ((await findProposal(db, id)) ?? null) : null,
    }
  },
})
