import type { Expression, SqlBool } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { promotionWeeks } from '#operations/calendar-days/queries.ts'
import type { Thresholds } from './contract.ts'
import type { WeekFacts } from './facts.ts'
import { findFacts } from './facts.ts'
import type { Weighed } from './findings.ts'
import { weighWeek } from './findings.ts'
import * as queries from './queries.ts'
import { putStoreWeeks } from './queriesOfParts.ts'
import { findServedCustomers, findTouched, lockRuns } from './queriesOfRun.ts'
import { findChosen, limitsOf } from './queriesOfThresholds.ts'
import { churnRisk, SCORE_VERSION } from './score.ts'
import { addWeeks, SEARCHED_WEEKS } from './weeks.ts'

/** So many customers are weighed at a time: what is held in memory does not grow with the company. */
const CHUNK = 200

/** What is run: a company's week, over the customers within reach. */
export interface Running {
  companyCode: string
  weekOn: Day
  reach: Expression<SqlBool>
  /** Whether that is the whole company, so that the week counts as run. */
  isWhole: boolean
  /** Null: the job. */
  by: number | null
  at: Date
}

export type Raised = Awaited<ReturnType<typeof queries.insertWarnings>>[number]

/** What a run did. */
export interface Outcome {
  customers: number
  raised: Raised[]
  resolved: number
  /** The promotion that the week belongs to: then nothing is raised. */
  promotion: string | null
}

/**
 * Weighs the week of a company's customers and keeps what it finds. Running it again changes nothing, whoever does it
 * and however many at once; after late figures it corrects the warnings that are still open. Weeks that were run after
 * it are run again, so that the order of runs makes no difference. To be called in a transaction.
 */
export async function runWeeks(db: Database, running: Running): Promise<Outcome> {
  await lockRuns(db, running.companyCode)
  const outcome = await runWeek(db, running)
  const later = await queries.findLaterRuns(db, running.companyCode, running.weekOn)
  for (const weekOn of later) await runWeek(db, { ...running, weekOn })
  return outcome
}

async function runWeek(db: Database, running: Running): Promise<Outcome> {
  const { companyCode, weekOn, isWhole, by, at } = running
  const first = addWeeks(weekOn, -2 * SEARCHED_WEEKS)
  const promotions = new Map(
    (await promotionWeeks(db, companyCode, first, weekOn)).map(({ monday, name }) => [monday, name]),
  )
  const usual = limitsOf(await findChosen(db, companyCode, null))
  const ids = await findServedCustomers(db, running)
  const outcome: Outcome = {
    customers: 0,
    raised: [],
    resolved: 0,
    promotion: promotions.get(weekOn) ?? null,
  }
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK)
    const done = await runChunk(db, running, chunk, { usual, promotions: new Set(promotions.keys()) })
    outcome.customers += done.customers
    outcome.raised.push(...done.raised)
    outcome.resolved += done.resolved
  }
  const { customers, promotion } = outcome
  if (isWhole) await queries.putRun(db, { companyCode, weekOn, at, by, promotion, customers })
  return outcome
}

interface Frame {
  usual: Thresholds
  promotions: ReadonlySet<Day>
}

type Week = WeekFacts & { weighed: Weighed }

async function runChunk(
  db: Database,
  { companyCode, weekOn, at }: Running,
  ids: readonly number[],
  { usual, promotions }: Frame,
) {
  const facts = await findFacts(db, ids, weekOn, usual)
  const weeks = facts.map((one) => ({ ...one, weighed: weighWeek(one, weekOn, promotions, one.limits) }))
  if (weeks.length === 0) return { customers: 0, raised: [], resolved: 0 }
  await queries.putCustomerWeeks(
    db,
    weeks.map((week) => rowOf(week, companyCode, weekOn)),
  )
  await putStoreWeeks(
    db,
    { customerIds: weeks.map(({ customerId }) => customerId), weekOn },
    weeks.flatMap((week) => partsOf(week, companyCode, weekOn)),
  )
  const touched = await findTouched(db, ids, weekOn)
  const fresh: queries.NewWarning[] = []
  const over: number[] = []
  for (const { customerId, weighed } of weeks) {
    const own = touched.filter((warning) => warning.customerId === customerId)
    for (const finding of weighed.findings) {
      const standing = own.find(({ kind, weekOn: on }) => on === weekOn && kind === finding.kind)
      if (!standing) fresh.push({ companyCode, customerId, weekOn, ...finding })
      else if (isOpen(standing) && isOther(standing, finding)) {
        await queries.correctWarning(db, standing.id, finding, at)
      }
    }
    over.push(...own.filter((warning) => isOver(warning, weekOn, weighed)).map(({ id }) => id))
  }
  const raised = await queries.insertWarnings(db, fresh, at)
  await queries.settleWarnings(db, over, weekOn, at)
  return { customers: weeks.length, raised, resolved: over.length }
}

const isOpen = ({ status }: { status: string }) => status === 'pending' || status === 'handling'

const isOther = (a: { level: string; value: number }, b: { level: string; value: number }) =>
  a.level !== b.level || a.value !== b.value

/** An open warning of the week that its figures do not bear out any more, or of a week before that this one puts right. */
function isOver(
  warning: { status: string; weekOn: Day; kind: string },
  weekOn: Day,
  { findings, normal }: Weighed,
): boolean {
  if (!isOpen(warning)) return false
  if (warning.weekOn < weekOn) return normal.some((kind) => kind === warning.kind)
  return !findings.some(({ kind }) => kind === warning.kind)
}

/** A customer's week as it is kept. */
function rowOf(week: Week, companyCode: string, weekOn: Day) {
  const { customerId, volumeOf, weighed } = week
  const { volume, expected, reported, comparison, quota } = weighed
  const risk = churnRisk({ ...week, comparison })
  return {
    ...{ customerId, weekOn, companyCode, volume, expected, reported, volumeOf },
    comparedStores: comparison?.stores.length ?? 0,
    comparedVolume: comparison?.volume ?? null,
    baseline: comparison?.baseline ?? null,
    changeBp: comparison?.changeBp ?? null,
    quotaVolume: quota?.volume ?? null,
    quota: quota?.included ?? null,
    useBp: quota?.useBp ?? null,
    overageCents: quota?.overageCents ?? null,
    score: risk.score,
    riskParts: JSON.stringify(risk.parts),
    scoreVersion: SCORE_VERSION,
  }
}

/** The parts of its stores, as they are kept. */
function partsOf({ customerId, rows, quota, replies, weighed }: Week, companyCode: string, weekOn: Day) {
  const compared = new Map(weighed.comparison?.stores.map(({ storeId, before }) => [storeId, before]))
  return rows.map(({ storeId, volume, expected, reported, volumeOf }) => {
    const agreed = quota.filter((part) => part.storeId === storeId)
    const sum = (of: 'volume' | 'included') =>
      agreed.length === 0 ? null : agreed.reduce((total, part) => total + part[of], 0)
    const rate = replies.find((part) => part.storeId === storeId)
    return {
      ...{ storeId, weekOn, customerId, companyCode, volume, expected, reported, volumeOf },
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
