import { type Actor, can, reachOf } from '#access/can.ts'
import { statusNames } from '#clients/stores/rules.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { type Values, word } from '#kit/text.ts'
import { findNotices, toNotice } from '#platform/notices/queries.ts'
import type { EventInput } from './contract.ts'
import {
  findImports,
  findNewWarnings,
  findReviews,
  findStates,
  findTransfers,
  findVisit,
  type SincePeriod,
} from './queries.ts'
import { listLink, MAX_SINCE_LINES, SCREENS } from './rules.ts'
import { visitAfter } from './visits.ts'

/** A line before its time is converted to API format. */
type Line = Omit<EventInput, 'at'> & { at: Date }

const toSentence = (sentence: string, values: Values = {}) => ({ sentence, values })

async function importLines(db: Database, period: SincePeriod): Promise<Line[]> {
  const rows = await findImports(db, period)
  return rows.map(({ id, byName, at, stores: n, from, to }) => ({
    key: `imports ${id}`,
    at,
    byName,
    note: null,
    title:
      from === to
        ? toSentence('导入了 {n} 家店铺 {day} 的数据', { n, day: from.slice(5) })
        : toSentence('导入了 {n} 家店铺 {from} 至 {to} 的数据', { n, from: from.slice(5), to: to.slice(5) }),
    link: listLink('imports', { status: 'committed' }),
  }))
}

async function reviewLines(db: Database, period: SincePeriod): Promise<Line[]> {
  const rows = await findReviews(db, period)
  return rows.map(({ id, byName, at, status, isOwn, count: n, on }) => ({
    key: `reviews ${id} ${status} ${isOwn}`,
    at,
    byName,
    note: null,
    title: reviewTitle(status, isOwn, n, on),
    link: isOwn ? listLink('logs', { on }) : listLink('logs', { status }),
  }))
}

function reviewTitle(status: string, isOwn: boolean, n: number, on: Day) {
  if (status === 'returned') return toSentence('退回了 {n} 份工作日志', { n })
  if (!isOwn) return toSentence('通过了 {n} 份工作日志', { n })
  if (n > 1) return toSentence('通过了您的 {n} 份工作日志', { n })
  return toSentence('通过了您 {day} 的工作日志', { day: on.slice(5) })
}

async function stateLines(db: Database, period: SincePeriod): Promise<Line[]> {
  const rows = await findStates(db, period)
  return rows.map(({ id, byName, at, status, count: n, storeId, names }) => {
    const statusName = word(statusNames[status as keyof typeof statusNames])
    const name = names[0] ?? ''
    return {
      key: `states ${id} ${status}`,
      at,
      byName,
      title:
        n === 1
          ? toSentence('店铺「{name}」变为{status}', { name, status: statusName })
          : toSentence('{n} 家店铺变为{status}', { n, status: statusName }),
      note: n === 1 ? null : namesSentence(names, n),
      link: n === 1 ? `${SCREENS.stores}/${storeId}` : listLink('stores', { status }),
    }
  })
}

async function transferLines(db: Database, period: SincePeriod): Promise<Line[]> {
  const rows = await findTransfers(db, period)
  return rows.map(({ id, byName, at, ownerId, ownerName: owner, count: n, customerId, names }) => {
    const [name = ''] = names
    const isMine = ownerId === period.actor.id
    const one = isMine
      ? toSentence('把客户「{name}」转交给您', { name })
      : toSentence('把客户「{name}」转交给{owner}', { name, owner })
    const many = isMine
      ? toSentence('把 {n} 位客户转交给您', { n })
      : toSentence('把 {n} 位客户转交给{owner}', { n, owner })
    return {
      key: `transfers ${id} ${ownerId}`,
      at,
      byName,
      title: n === 1 ? one : many,
      note: n === 1 ? null : namesSentence(names, n),
      link: n === 1 ? `${SCREENS.customers}/${customerId}` : listLink('customers', { ownerId }),
    }
  })
}

function namesSentence(names: readonly string[], n: number) {
  return n > names.length ? toSentence('{names} 等 {n} 家', { names, n }) : toSentence('{names}', { names })
}

/** Heads get notices about their team's warnings instead. */
async function warningLines(db: Database, period: SincePeriod): Promise<Line[]> {
  if (reachOf(period.actor, 'canWarningCustomer') === 'team') return []
  const rows = await findNewWarnings(db, period)
  return rows.map(({ weekOn, at, count: n, red }) => ({
    key: `warnings ${weekOn}`,
    at,
    byName: null,
    note: null,
    title: toSentence('新增 {n} 条咨询量预警，其中红色 {red} 条', { n, red }),
    // All statuses, so that the list contains all new warnings.
    link: listLink('warnings', { week: weekOn, status: '' }),
  }))
}

async function noticeLines(db: Database, { actor, since }: SincePeriod): Promise<Line[]> {
  const { items } = await findNotices(db, actor.id, { current: 1, pageSize: MAX_SINCE_LINES, since })
  return items.map((row) => {
    const { id, title, link } = toNotice(row)
    return { key: `notice ${id}`, at: row.at, byName: null, title, note: null, link }
  })
}

/**
 * Events within a user's reach since the previous visit, newest first: notices to the user and actions of others. If
 * the current visit is not saved yet, the period starts at the last activity.
 */
export async function sinceOf(db: Database, actor: Actor, on: Day, now: Date) {
  const visit = await findVisit(db, actor.id)
  const since = visit && visitAfter(visit, now).beforeAt
  if (!since) return null
  const period = { actor, on, since }
  const lines = [
    ...(await noticeLines(db, period)),
    ...(can(actor, 'canReportWorklog') ? await importLines(db, period) : []),
    ...(can(actor, 'canReportWorklog') ? await reviewLines(db, period) : []),
    ...(can(actor, 'canReadStore') ? await stateLines(db, period) : []),
    ...(can(actor, 'canReadCustomer') ? await transferLines(db, period) : []),
    ...(can(actor, 'canWarningCustomer') ? await warningLines(db, period) : []),
  ]
  const items = lines
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, MAX_SINCE_LINES)
    .map((line) => ({ ...line, at: line.at.toISOString() }))
  return { at: since.toISOString(), items }
}
