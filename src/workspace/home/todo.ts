import { type Actor, can } from '#access/can.ts'
import { customerScope } from '#clients/scopes.ts'
import { countClaims as countNickClaims } from '#clients/stores/nicks/queries.ts'
import { bindsDirectly } from '#clients/stores/nicks/rules.ts'
import type { Database } from '#db/connect.ts'
import { countClaims } from '#finance/reimbursement-bills/queries.ts'
import type { Day } from '#kit/calendar.ts'
import { countLeavesToDecide } from '#operations/leaves/queries.ts'
import { countLogsToReview, countOwnReturned, countUnsubmittedDays } from '#operations/worklogs/queries.ts'
import { countToAnswer } from '#reporting/figures/queries.ts'
import { countPending } from '#reporting/warnings/queries.ts'
import type { Work } from './contract.ts'
import { listLink } from './rules.ts'

const earliest = (firstOn: Day | null) =>
  firstOn ? { sentence: '最早 {day}', values: { day: firstOn.slice(5) } } : null

/**
 * The user's tasks other than imports and customers: logs, nick claims, reimbursement claims, warnings and questions
 * about figures.
 */
export async function workOf(db: Database, actor: Actor, on: Day, now: Date): Promise<Work> {
  const work = [
    ...(can(actor, 'canReportWorklog')
      ? [await missingLogsTask(db, actor, on), await returnedLogsTask(db, actor)]
      : []),
    ...(can(actor, 'canReviewWorklog')
      ? [await logsToReviewTask(db, actor), await leavesTask(db, actor), await questionsTask(db, actor)]
      : []),
    ...(bindsDirectly(actor) ? [await nickClaimsTask(db, { actor, on, now })] : []),
    ...(await claimTasks(db, actor, on)),
    ...(can(actor, 'canWarningCustomer') ? [await warningsTask(db, actor, on)] : []),
  ]
  return work.filter(({ count }) => count > 0)
}

async function missingLogsTask(db: Database, actor: Actor, on: Day): Promise<Work[number]> {
  const { count, firstOn } = await countUnsubmittedDays(db, actor, on)
  return {
    key: 'ownOwed',
    count,
    link: listLink('logs', firstOn ? { on: firstOn } : {}),
    note: earliest(firstOn),
  }
}

async function returnedLogsTask(db: Database, actor: Actor): Promise<Work[number]> {
  const { count, firstOn } = await countOwnReturned(db, actor)
  // Links to the oldest one; the same screen shows the other days.
  const link = listLink('logs', firstOn ? { on: firstOn } : {})
  return { key: 'ownReturned', count, link, note: earliest(firstOn) }
}

async function logsToReviewTask(db: Database, actor: Actor): Promise<Work[number]> {
  const { count, firstOn } = await countLogsToReview(db, actor)
  return {
    key: 'logsToReview',
    count,
    link: listLink('logs', { status: 'toReview' }),
    note: earliest(firstOn),
  }
}

async function leavesTask(db: Database, actor: Actor): Promise<Work[number]> {
  const { count, firstOn } = await countLeavesToDecide(db, actor)
  const link = listLink('leaves', { status: 'toDecide' })
  return { key: 'leavesToDecide', count, link, note: earliest(firstOn) }
}

async function questionsTask(db: Database, actor: Actor): Promise<Work[number]> {
  const link = listLink('questions', { toAnswer: 'true', status: 'open' })
  return { key: 'figureQuestions', count: await countToAnswer(db, actor), link, note: null }
}

async function nickClaimsTask(
  db: Database,
  reader: { actor: Actor; on: Day; now: Date },
): Promise<Work[number]> {
  const link = listLink('imports', { view: 'nicks' })
  return { key: 'nickClaims', count: await countNickClaims(db, reader), link, note: null }
}

async function warningsTask(db: Database, actor: Actor, on: Day): Promise<Work[number]> {
  const { count, red } = await countPending(db, customerScope(actor, 'canWarningCustomer', on))
  const note = red > 0 ? { sentence: '其中红色 {n} 条', values: { n: red } } : null
  return { key: 'warnings', count, link: listLink('warnings', { status: 'pending' }), note }
}

async function claimTasks(db: Database, actor: Actor, on: Day): Promise<Work> {
  if (!can(actor, 'canReportReimbursementBill')) return []
  const { toDecide, toPay, ownReturned } = await countClaims(db, actor, on)
  const work = (key: Work[number]['key'], count: number, query: Record<string, string>) => ({
    key,
    count,
    link: listLink('claims', query),
    note: null,
  })
  return [
    work('claimsReturned', ownReturned, { mine: 'true', status: 'returned' }),
    work('claimsToDecide', toDecide, { status: 'toDecide' }),
    work('claimsToPay', toPay, { status: 'toPay' }),
  ]
}
