import { can } from '#access/can.ts'
import { customerScope } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import { type Day, today } from '#kit/calendar.ts'
import { invalidField, notFound } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { createStoreDays } from '#operations/store-days/queries.ts'
import type { AgentMetric, StoreMetric } from '#reporting/reports/contract.ts'
import {
  type AgentCell,
  type AgentLine,
  agentScope,
  cellScope,
  findAgentDays,
  findAgentLines,
  findIncludedVolume,
} from '#reporting/reports/queries.ts'
import type { CellRow, Correction, Explanation } from './contract.ts'
import { type Among, explainCell, NO_ROW, sumsOf, toSums } from './explainCell.ts'
import * as queries from './queries.ts'
import { formulas, measureOf, periodProblem } from './rules.ts'

type CorrectionRow = Awaited<ReturnType<typeof queries.findCorrections>>['items'][number]

/** A correction in API format. */
export function toCorrection(row: CorrectionRow): Correction {
  const { onDay: on, createdAt, endedAt } = row
  return {
    ...row,
    on,
    measure: measureOf(row.measure),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/** The newest corrections in effect, up to `pageSize`. */
const CORRECTIONS_PAGE = { current: 1, pageSize: 50, standing: 'true' } as const

interface Days {
  from: Day
  to: Day
}

interface CellQuery extends Days {
  storeId?: number | undefined
  customerId?: number | undefined
  among: Among
  metric: StoreMetric
}

/** Returns today. Throws INVALID if the cell's days are in the wrong order or in the future. */
function checkedToday({ clock }: Context, days: Days): Day {
  const now = today(clock)
  const problem = periodProblem(days, now)
  if (problem) throw invalidField('to', problem)
  return now
}

/** Explains a cell of stores under its report's permission. Throws NOT_FOUND if it is out of reach. */
export async function explainStoreFigure(
  context: Context,
  permission: 'canReportWorklog' | 'canReadCustomer',
  query: CellQuery,
): Promise<Explanation> {
  const { db, actor } = context
  const now = checkedToday(context, query)
  const reach = cellScope(actor, permission, now)
  const { storeId, customerId, from, to, metric } = query
  const subject = await subjectOf(db, { actor, now }, reach, query)
  const begun = await createStoreDays(db, now)
  const explained = await explainCell(db, { reach, begun }, { ...query, storeId, customerId })
  const scope = storeId === undefined ? { customerId } : { storeId: [storeId] }
  const { items } = await queries.findCorrections(db, reach, { ...scope, from, to, ...CORRECTIONS_PAGE })
  const mayCorrect =
    storeId !== undefined &&
    from === to &&
    can(actor, 'canReviewWorklog') &&
    (await queries.getStore(db, queries.correctableStores(actor, from), storeId).catch(() => null)) !== null
  return {
    ...subject,
    ...explained,
    metric,
    from,
    to,
    mayCorrect,
    corrections: items.map(toCorrection),
    included: await includedOf(db, reach, query),
  }
}

/** The volume that the terms of a customer's stores include over the days, and its used part. */
async function includedOf(db: Context['db'], reach: ReturnType<typeof cellScope>, query: CellQuery) {
  const { storeId, customerId, among } = query
  if (customerId === undefined) return null
  const filter = { customerId: [customerId], ...(storeId === undefined ? among : { storeId: [storeId] }) }
  return findIncludedVolume(db, { reach, filter }, query)
}

async function subjectOf(
  db: Context['db'],
  { actor, now }: { actor: Context['actor']; now: string },
  reach: ReturnType<typeof cellScope>,
  { storeId, customerId }: CellQuery,
) {
  if (storeId !== undefined) {
    const store = await queries.getStore(db, reach, storeId)
    if (customerId !== undefined && store.customerId !== customerId) throw notFound('店铺')
    return { subject: 'store' as const, id: store.id, name: store.name }
  }
  const scope = customerScope(actor, 'canReadCustomer', now)
  const customer = await queries.getCustomerName(db, scope, customerId ?? 0)
  return { subject: 'customer' as const, ...customer }
}

interface AgentCellQuery extends Among {
  staffId: number
  customerId?: number[] | undefined
  metric: AgentMetric
}

/** Explains an agent's cell, limited to the report's store filters. Throws NOT_FOUND. */
export async function explainAgentFigure(
  context: Context,
  { staffId, metric, from, to, ...filter }: Days & AgentCellQuery,
): Promise<Explanation> {
  const { db, actor } = context
  checkedToday(context, { from, to })
  const reach = agentScope(actor)
  const { id, name } = await queries.getAgent(db, reach, staffId)
  const cell = { reach, filter: { ...filter, staffId: [staffId] }, from, to, figure: metric }
  const corrections = await queries.findCorrectionsOfAgent(db, staffId, { from, to, ...CORRECTIONS_PAGE })
  return {
    subject: 'agent',
    id,
    name,
    metric,
    from,
    to,
    mayCorrect: false,
    included: null,
    ...(await explainAgent(db, cell)),
    corrections: corrections.map(toCorrection),
  }
}

/** The parts of an agent's cell: its days, or for one day the nicks at each store. The parts add up to the cell. */
async function explainAgent(db: Database, cell: AgentCell) {
  const days = await findAgentDays(db, cell)
  const parts = days.map((day) => ({ ...day, metric: null, expected: 1 }))
  const isDay = cell.from === cell.to
  // A day that the report does not show has no lines either.
  const lines = isDay && days.length > 0 ? await findAgentLines(db, cell) : []
  const rows = isDay ? lines.map(nickRow) : days.map(dayRow)
  return { ...formulas[cell.figure], ...toSums(sumsOf(parts, cell.figure)), rows }
}

function dayRow(day: Awaited<ReturnType<typeof findAgentDays>>[number]): CellRow {
  const { on, value, numerator, denominator, reported, updatedAt } = day
  const corrected = day.corrected ? ['handledUsers'] : []
  const facts = { kind: 'day', on, value, numerator, denominator, reported, expected: 1, corrected } as const
  return { ...NO_ROW, ...facts, updatedAt: updatedAt?.toISOString() ?? null }
}

function nickRow(line: AgentLine): CellRow {
  const { storeId, storeName, nick, worklogIds, batchId, fileName, row, at, byName } = line
  const { value, numerator, denominator } = line
  const file =
    fileName === null ? null : { batchId, fileName, row, at: at?.toISOString() ?? null, byName: byName ?? '' }
  return {
    ...NO_ROW,
    kind: 'nick',
    storeId,
    storeName,
    name: nick,
    value,
    numerator,
    denominator,
    file,
    worklogIds,
    source: line.fromLog ? 'keyed' : 'imported',
    corrected: line.corrected.map(measureOf),
    updatedAt: line.updatedAt.toISOString(),
  }
}
