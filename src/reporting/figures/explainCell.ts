import type { ReplyMetric } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import { rateBp, secondsOf, sumOf } from '#kit/rates.ts'
import { replyColumns } from '#operations/replyRate.ts'
import type { CellMetric, StoreMetric } from '#reporting/reports/contract.ts'
import { type CellPart, findCellParts } from '#reporting/reports/queries.ts'
import type { CellRow } from './contract.ts'
import { findNickRows, findStoreDay, findStoreOrigin, type OriginRow, type StoreDay } from './queries.ts'
import { formulas, measureOf, unitOf } from './rules.ts'

/** The store filters of a report of customers or agents. */
export interface Among {
  storeId?: number[] | undefined
  platform?: string[] | undefined
}

/** A cell of a report: one store, or all stores of a customer, over days. */
export interface Cell {
  storeId: number | undefined
  customerId: number | undefined
  /** The report's filters on the customer's stores. */
  among: Among
  from: string
  to: string
  metric: StoreMetric
}

/** An empty row of an explanation. */
export const NO_ROW = {
  storeId: null,
  storeName: null,
  on: null,
  name: null,
  value: null,
  numerator: null,
  denominator: null,
  reported: 0,
  expected: 0,
  source: null,
  file: null,
  worklogIds: [],
  corrected: [],
  updatedAt: null,
}

/**
 * The parts of a cell, one level down: a customer's stores, a store's days, a day's lines. The parts add up to the
 * cell.
 */
export async function explainCell(
  db: Database,
  stores: Omit<Parameters<typeof findCellParts>[1], 'filter'>,
  cell: Cell,
) {
  const { storeId, customerId, from, to } = cell
  const ofCustomer = { ...cell.among, customerId: customerId ? [customerId] : [] }
  const filter = storeId === undefined ? ofCustomer : { storeId: [storeId] }
  const query = { from, to, figure: cell.metric }
  const parts = await findCellParts(db, { ...stores, filter }, query, storeId === undefined ? 'store' : 'day')
  const sums = sumsOf(parts, cell.metric)
  const kind = cell.metric === 'reply' ? (sums.metric ?? 'replied') : cell.metric
  const isDay = storeId !== undefined && from === to
  // A day that the report does not show has no lines either.
  const lines = isDay && parts.length > 0 ? await linesOf(db, storeId, from, kind) : []
  const rows = isDay ? lines : parts.map(partRow)
  return { ...formulas[kind], ...toSums(sums), rows }
}

/** The sums of a cell in API format. */
export function toSums({ value, numerator, denominator, reported, expected, updatedAt }: Sums) {
  return { value, numerator, denominator, reported, expected, updatedAt: updatedAt?.toISOString() ?? null }
}

type Sums = ReturnType<typeof sumsOf>

type Part = Omit<CellPart, 'storeId' | 'name' | 'on'>

/** Hundredths of a second per second; reports show tenths. */
const CS = 100

/** Totals of the parts of a cell: the sum of counts; Σ numerator ÷ Σ denominator for rates and response times. */
export function sumsOf(parts: readonly Part[], metric: CellMetric) {
  const sum = (field: 'value' | 'numerator' | 'denominator' | 'reported' | 'expected') =>
    sumOf(parts.map((part) => part[field]))
  const [numerator, denominator] = [sum('numerator'), sum('denominator')]
  const seconds = secondsOf(numerator, denominator)
  const values = {
    count: sum('value'),
    rate: rateBp(numerator, denominator),
    seconds: seconds === null ? null : Math.round(seconds * CS),
  }
  const instants = parts.flatMap(({ updatedAt }) => updatedAt ?? [])
  return {
    value: values[unitOf(metric)],
    numerator,
    denominator,
    metric: parts.find((part) => part.metric)?.metric ?? null,
    reported: sum('reported') ?? 0,
    expected: sum('expected') ?? 0,
    updatedAt: instants.length === 0 ? null : new Date(Math.max(...instants.map(Number))),
  }
}

function partRow(part: CellPart): CellRow {
  const { metric: _, updatedAt, ...rest } = part
  const kind = part.on === null ? 'store' : 'day'
  return { ...NO_ROW, ...rest, kind, updatedAt: updatedAt?.toISOString() ?? null }
}

/** A store's metric; `reply` is resolved to the metric that the store uses for its reply rate. */
type Kind = Exclude<StoreMetric, 'reply'> | ReplyMetric

/** Numerator and denominator columns of the metrics that are quotients. */
const QUOTIENTS: Record<Exclude<Kind, 'volume'>, string[]> = {
  ...replyColumns,
  firstResponse: ['frt_total_cs', 'frt_weight'],
  averageResponse: ['art_total_cs', 'art_weight'],
}

/** The columns of a metric on a store's day. The volume uses the first count that is present. */
function columnsOf(day: StoreDay, kind: Kind): string[] {
  if (kind !== 'volume') return QUOTIENTS[kind]
  const counts = ['consult_users', 'consult_sessions', 'handled_users']
  return counts.filter((column) => (day.figures[column] ?? null) !== null).slice(0, 1)
}

/** The lines of a store's day: its agents' lines or the file's own. A manual correction is a separate line. */
async function linesOf(db: Database, storeId: number, on: string, kind: Kind): Promise<CellRow[]> {
  const day = await findStoreDay(db, storeId, on)
  const columns = day ? columnsOf(day, kind) : []
  if (!day || columns.length === 0) return []
  const lines = day.summed
    ? (await findNickRows(db, storeId, on)).map((row) => nickLine(row, columns))
    : [storeLine(day, columns, await findStoreOrigin(db, storeId, on))]
  if (day.summed) return [...lines.filter(hasFigure), ...correctionLines(day, columns, lines)]
  return lines
}

const hasFigure = ({ value, numerator }: CellRow) => value !== null || numerator !== null

/**
 * The values of a line for the cell's columns. A numerator counts only if its denominator is present, and vice versa.
 */
function figuresIn(figures: Record<string, number | null>, [first = '', second]: string[]) {
  const one = figures[first] ?? null
  if (second === undefined) return { value: one, numerator: null, denominator: null }
  const other = figures[second] ?? null
  const isComplete = one !== null && other !== null
  return { value: null, numerator: isComplete ? one : null, denominator: isComplete ? other : null }
}

const counted = { reported: 1, expected: 1 }

function nickLine(row: OriginRow, columns: string[]): CellRow {
  const { nick, source, batchId, fileName, row: line, at, byName, worklogIds } = row
  const file =
    fileName === null
      ? null
      : { batchId, fileName, row: line, at: at?.toISOString() ?? null, byName: byName ?? '' }
  const corrected = row.corrected.map(measureOf)
  const updatedAt = row.updatedAt.toISOString()
  const facts = { kind: 'nick', name: nick, source, file, worklogIds, corrected, updatedAt } as const
  return { ...NO_ROW, ...facts, ...figuresIn(row.figures, columns) }
}

function storeLine(
  day: StoreDay,
  columns: string[],
  originRow: Awaited<ReturnType<typeof findStoreOrigin>>,
): CellRow {
  const { kind, at, ...file } = originRow ?? { kind: 'entered' as const, at: null }
  const fileOrigin = 'fileName' in file ? { ...file, at: at?.toISOString() ?? null } : null
  const { source } = day
  const facts = { kind, source, file: fileOrigin, corrected: day.corrected.map(measureOf) }
  const updatedAt = day.updatedAt.toISOString()
  return { ...NO_ROW, ...counted, ...facts, updatedAt, ...figuresIn(day.figures, columns) }
}

/** The difference between a manually corrected store figure and the sum of the agents' lines, as a line. */
function correctionLines(day: StoreDay, columns: string[], lines: readonly CellRow[]): CellRow[] {
  const storeFigures = figuresIn(day.figures, columns)
  const difference = (field: 'value' | 'numerator' | 'denominator') => {
    const total = storeFigures[field]
    return total === null ? null : total - lines.reduce((sum, line) => sum + (line[field] ?? 0), 0)
  }
  const left = {
    value: difference('value'),
    numerator: difference('numerator'),
    denominator: difference('denominator'),
  }
  if (!left.value && !left.numerator && !left.denominator) return []
  const corrected = day.corrected.map(measureOf)
  return [{ ...NO_ROW, kind: 'correction', corrected, updatedAt: day.updatedAt.toISOString(), ...left }]
}
