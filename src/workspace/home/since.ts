import type { Actor } from '#access/can.ts'
import { can, reachOf } from '#access/can.ts'
import { statusNames } from '#clients/stores/rules.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import type { Said } from '#platform/notices/contract.ts'
import { findNotices, presentNotice } from '#platform/notices/queries.ts'
import type { Happened } from './contract.ts'
import { findVisit } from './queries.ts'
import type { Looking } from './queriesOfSince.ts'
import { findImports, findRaised, findReviews, findStates, findTransfers } from './queriesOfSince.ts'
import { listLink, SCREENS, SINCE_MOST } from './rules.ts'
import { visitAfter } from './visits.ts'

/** A line before its time is converted to API format. */
type Line = Omit<Happened, 'at'> & { at: Date }

const said = (sentence: string, values: Said['values'] = {}): Said => ({ sentence, values })

async function importLines(db: Database, looking: Looking): Promise<Line[]> {
  const rows = await findImports(db, looking)
  return rows.map(({ id, byName, at, stores: n, from, to }) => ({
    ...{ key: `imports ${id}`, at, byName, note: null },
    title:
      from === to
        ? said('导入了 {n} 家店铺 {day} 的数据', { n, day: from.slice(5) })
        : said('导入了 {n} 家店铺 {from} 至 {to} 的数据', { n, from: from.slice(5), to: to.slice(5) }),
    link: listLink('imports', { status: 'committed' }),
  }))
}

async function reviewLines(db: Database, looking: Looking): Promise<Line[]> {
  const rows = await findReviews(db, looking)
  return rows.map(({ id, byName, at, status, isOwn, count: n, on }) => ({
    ...{ key: `reviews ${id} ${status} ${isOwn}`, at, byName, note: null },
    title: reviewTitle(status, isOwn, n, on),
    link: isOwn ? listLink('logs', { on }) : listLink('logs', { status }),
  }))
}

function reviewTitle(status: string, isOwn: boolean, n: number, on: Day): Said {
  if (status === 'returned') return said('退回了 {n} 份工作日志', { n })
  if (!isOwn) return said('通过了 {n} 份工作日志', { n })
  if (n > 1) return said('通过了您的 {n} 份工作日志', { n })
  return said('通过了您 {day} 的工作日志', { day: on.slice(5) })
}

async function stateLines(db: Database, looking: Looking): Promise<Line[]> {
  const rows = await findStates(db, looking)
  return rows.map(({ id, byName, at, status, count: n, storeId, names }) => {
    const word = statusNames[status as keyof typeof statusNames]
    const name = names[0] ?? ''
    return {
      ...{ key: `states ${id} ${status}`, at, byName },
      title:
        n === 1
          ? said('店铺「{name}」变为{status}', { name, status: word })
          : said('{n} 家店铺变为{status}', { n, status: word }),
      note: n === 1 ? null : namesSaid(names, n),
      link: n === 1 ? `${SCREENS.stores}/${storeId}` : listLink('stores', { status }),
    }
  })
}

async function transferLines(db: Database, looking: Looking): Promise<Line[]> {
  const rows = await findTransfers(db, looking)
  return rows.map(({ id, byName, at, ownerId, ownerName: owner, count: n, customerId, names }) => {
    const [name = ''] = names
    const isMine = ownerId === looking.actor.id
    const one = isMine
      ? said('把客户「{name}」转交给您', { name })
      : said('把客户「{name}」转交给{owner}', { name, owner })
    const many = isMine
      ? said('把 {n} 位客户转交给您', { n })
      : said('把 {n} 位客户转交给{owner}', { n, owner })
    return {
      ...{ key: `transfers ${id} ${ownerId}`, at, byName },
      title: n === 1 ? one : many,
      note: n === 1 ? null : namesSaid(names, n),
      link: n === 1 ? `${SCREENS.customers}/${customerId}` : listLink('customers', { ownerId }),
    }
  })
}

function namesSaid(names: readonly string[], n: number): Said {
  const values = { names: names.join('、'), n }
  return n > names.length ? said('{names} 等 {n} 家', values) : said('{names}', { names: values.names })
}

/** Heads get notices about their team's warnings instead. */
async function warningLines(db: Database, looking: Looking): Promise<Line[]> {
  if (reachOf(looking.actor, 'canWarningCustomer') === 'team') return []
  const rows = await findRaised(db, looking)
  return rows.map(({ weekOn, at, count: n, red }) => ({
    ...{ key: `warnings ${weekOn}`, at, byName: null, note: null },
    title: said('新增 {n} 条咨询量预警，其中红色 {red} 条', { n, red }),
    // All statuses, so that the list contains all new warnings.
    link: listLink('warnings', { week: weekOn, status: '' }),
  }))
}

async function noticeLines(db: Database, { actor, since }: Looking): Promise<Line[]> {
  const { items } = await findNotices(db, actor.id, { current: 1, pageSize: SINCE_MOST, since })
  return items.map((row) => {
    const { id, title, link } = presentNotice(row)
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
  const looking = { actor, on, since }
  const lines = [
    ...(await noticeLines(db, looking)),
    ...(can(actor, 'canReportWorklog') ? await importLines(db, looking) : []),
    ...(can(actor, 'canReportWorklog') ? await reviewLines(db, looking) : []),
    ...(can(actor, 'canReadStore') ? await stateLines(db, looking) : []),
    ...(can(actor, 'canReadCustomer') ? await transferLines(db, looking) : []),
    ...(can(actor, 'canWarningCustomer') ? await warningLines(db, looking) : []),
  ]
  const items = lines
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, SINCE_MOST)
    .map((line) => ({ ...line, at: line.at.toISOString() }))
  return { at: since.toISOString(), items }
}
