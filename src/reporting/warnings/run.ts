import type { Expression, SqlBool } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { chunksOf, mapInChunks } from '#kit/chunks.ts'
import { findPromotionWeeks } from '#operations/calendar-days/queries.ts'
import { findFacts, type RunFrame, type WeekFacts } from './facts.ts'
import { type CheckedWeek, checkWeek, type Finding } from './findings.ts'
import { putStoreWeeks } from './partQueries.ts'
import * as queries from './queries.ts'
import { findServedCustomers, findTouched, lockRuns } from './queries.ts'
import { churnRisk, SCORE_VERSION } from './score.ts'
import { findThresholds, limitsOf } from './thresholdQueries.ts'
import { addWeeks, SEARCHED_WEEKS } from './weeks.ts'

/**
 * Number of customers checked together. Their days are read as one range of the index by day, which is cheapest for a
 * whole company; the limit bounds the memory and duration of a statement for companies of any size.
 */
const CHUNK = 10_000

/** A run: a company's week, for the customers within reach. */
export interface WeekRun {
  companyCode: string
  weekOn: Day
  reach: Expression<SqlBool>
  /** Whether the reach is the whole company, so that the week counts as run. */
  isWhole: boolean
  /** Null for the job. */
  by: number | null
  at: Date
}

export type Raised = Awaited<ReturnType<typeof queries.insertWarnings>>[number]

/** The result of a run. */
export interface Outcome {
  customers: number
  raised: Raised[]
  resolved: number
  /** The promotion in the week; such a week raises no warnings. */
  promotion: string | null
}

/**
 * Checks a company's week and saves the results. Idempotent, also with concurrent runs. After late imports it corrects
 * the open warnings. Runs later weeks again, so that the order of runs does not matter. Must be called in a
 * transaction.
 */
export async function runWeeks(db: Database, running: WeekRun): Promise<Outcome> {
  await lockRuns(db, running.companyCode)
  const outcome = await runWeek(db, running)
  const later = await queries.findLaterRuns(db, running.companyCode, running.weekOn)
  for (const weekOn of later) await runWeek(db, { ...running, weekOn })
  return outcome
}

async function runWeek(db: Database, running: WeekRun): Promise<Outcome> {
  const { companyCode, weekOn, isWhole, by, at } = running
  const first = addWeeks(weekOn, -2 * SEARCHED_WEEKS)
  const promotions = new Map(
    (await findPromotionWeeks(db, companyCode, first, weekOn)).map(({ monday, name }) => [monday, name]),
  )
  const defaults = limitsOf(await findThresholds(db, companyCode, null))
  const ids = await findServedCustomers(db, running)
  const outcome: Outcome = {
    customers: 0,
    raised: [],
    resolved: 0,
    promotion: promotions.get(weekOn) ?? null,
  }
  const frame = { weekOn, defaults, promotions: new Set(promotions.keys()) }
  for await (const chunk of chunksOf(ids, CHUNK)) {
    const done = await runChunk(db, running, chunk, frame)
    outcome.customers += done.customers
    outcome.raised = [...outcome.raised, ...done.raised]
    outcome.resolved += done.resolved
  }
  const { customers, promotion } = outcome
  if (isWhole) await queries.putRun(db, { companyCode, weekOn, at, by, promotion, customers })
  return outcome
}

type Week = WeekFacts & { checked: CheckedWeek }

/**
 * Reads and checks everything before the first write, so that warnings are locked only while the results are written.
 */
async function runChunk(
  db: Database,
  { companyCode, weekOn, at }: WeekRun,
  ids: readonly number[],
  frame: RunFrame,
) {
  const facts = await findFacts(db, ids, frame)
  const weeks = await mapInChunks(facts, (one) => ({
    ...one,
    checked: checkWeek(one, weekOn, frame.promotions, one.limits),
  }))
  if (weeks.length === 0) return { customers: 0, raised: [], resolved: 0 }
  const customerIds = weeks.map(({ customerId }) => customerId)
  const customerWeeks = await mapInChunks(weeks, (week) => rowOf(week, companyCode, weekOn))
  const parts = await mapInChunks(weeks, (week) => partsOf(week, companyCode, weekOn))
  await queries.putCustomerWeeks(db, customerWeeks)
  await putStoreWeeks(db, { customerIds, weekOn }, parts.flat())
  const touched = await findTouched(db, ids, weekOn)
  const { fresh: added, other, over } = changesOf(weeks, touched, { companyCode, weekOn })
  await queries.correctWarnings(db, other, at)
  const raised = await queries.insertWarnings(db, added, at)
  await queries.resolveWarnings(db, over, weekOn, at)
  return { customers: weeks.length, raised, resolved: over.length }
}

/** Compares a week's findings with the stored warnings: new ones, changed ones, and those that are over. */
function changesOf(
  weeks: readonly Week[],
  touched: Awaited<ReturnType<typeof findTouched>>,
  { companyCode, weekOn }: Pick<WeekRun, 'companyCode' | 'weekOn'>,
) {
  const stored = Map.groupBy(touched, ({ customerId }) => customerId)
  const added: queries.NewWarning[] = []
  const other: (Pick<Finding, 'level' | 'value'> & { id: number })[] = []
  const over: number[] = []
  for (const { customerId, checked } of weeks) {
    const storedWarnings = stored.get(customerId) ?? []
    for (const finding of checked.findings) {
      const existing = storedWarnings.find(({ kind, weekOn: on }) => on === weekOn && kind === finding.kind)
      if (!existing) added.push({ companyCode, customerId, weekOn, ...finding })
      else if (isOpen(existing) && differs(existing, finding)) other.push({ ...finding, id: existing.id })
    }
    over.push(...storedWarnings.filter((warning) => isOver(warning, weekOn, checked)).map(({ id }) => id))
  }
  return { fresh: added, other, over }
}

const isOpen = ({ status }: { status: string }) => status === 'pending' || status === 'handling'

const differs = (a: { level: string; value: number }, b: { level: string; value: number }) =>
  a.level !== b.level || a.value !== b.value

/** Whether an open warning is over: its week's figures no longer support it, or a later normal week resolves it. */
function isOver(
  warning: { status: string; weekOn: Day; kind: string },
  weekOn: Day,
  { findings, normal }: CheckedWeek,
): boolean {
  if (!isOpen(warning)) return false
  if (warning.weekOn < weekOn) return normal.some((kind) => kind === warning.kind)
  return !findings.some(({ kind }) => kind === warning.kind)
}

/** A customer's week as a table row. */
function rowOf(week: Week, companyCode: string, weekOn: Day): queries.NewCustomerWeek {
  const { customerId, volumeOf, checked } = week
  const { volume, expected, reported, comparison, quota } = checked
  const risk = churnRisk({ ...week, comparison })
  return {
    customerId,
    weekOn,
    companyCode,
    volume,
    expected,
    reported,
    volumeOf: [...volumeOf],
    comparedStores: comparison?.stores.length ?? 0,
    comparedVolume: comparison?.volume ?? null,
    baseline: comparison?.baseline ?? null,
    changeBp: comparison?.changeBp ?? null,
    quotaVolume: quota?.volume ?? null,
    quota: quota?.included ?? null,
    useBp: quota?.useBp ?? null,
    overageCents: quota?.overageCents ?? null,
    score: risk.score,
    riskParts: risk.parts,
    scoreVersion: SCORE_VERSION,
  }
}

/** The parts of its stores as table rows. */
function partsOf({ customerId, rows, quota, replies, checked }: Week, companyCode: string, weekOn: Day) {
  const compared = new Map(checked.comparison?.stores.map(({ storeId, before }) => [storeId, before]))
  return rows.map(({ storeId, volume, expected, reported, volumeOf }) => {
    const agreed = quota.filter((part) => part.storeId === storeId)
    const sum = (of: 'volume' | 'included') =>
      agreed.length === 0 ? null : agreed.reduce((total, part) => total + part[of], 0)
    const rate = replies.find((part) => part.storeId === storeId)
    return {
      storeId,
      weekOn,
      customerId,
      companyCode,
      volume,
      expected,
      reported,
      volumeOf,
      before: compared.get(storeId)?.slice() ?? null,
      quotaVolume: sum('volume'),
      quota: sum('included'),
      targetBp: rate?.targetBp ?? null,
      replyPart: rate?.now.part ?? 0,
      replyBase: rate?.now.base ?? 0,
      replyPartBefore: rate?.before.part ?? 0,
      replyBaseBefore: rate?.before.base ?? 0,
    }
  })
}
