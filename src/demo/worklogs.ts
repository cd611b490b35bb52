import type { DB } from '#db/tables.ts'
import { addDays, dayOf, daysFrom, mondayOf } from '#kit/calendar.ts'
import type { Figures } from '#operations/imports/reader/figures.ts'
import { platformsOf } from '#operations/replyRate.ts'
import { AGENT_ACCOUNT } from './agentAccount.ts'
import type { DemoPerson } from './people.ts'
import { random } from './random.ts'
import { WEEKS } from './rosters.ts'
import { type Service, WITHOUT_NICKS } from './service.ts'

type Table = [name: keyof DB, rows: object[]]

/** Number of days up to yesterday whose logs have lines per store; older logs only have a status. */
export const DAYS = 28

const SUMMARIES = [
  '上午咨询集中，已全部回复；尺码问题最多，用快捷短语回答。',
  '活动预热，催付和优惠券咨询多，未付款的已逐个跟进。',
  '整体平稳，两位买家催发货，已请仓库核实。',
  '下午排队较长，已按先后补回，没有漏接。',
  '新品上架，材质和发货时间问得多，已整理成问答。',
]
const PROBLEMS = ['详情页运费险说明与活动不一致，买家反复问。', '部分颜色库存显示有货，实际缺货。']
const NOTES = [
  '尾号 4471、5206 待仓库回复，买家 18:00 后会再问。',
  '一位买家等退款，已提交审核，请明早看结果。',
]
const RETURNS = ['少写了交接，请补上待处理的买家。', '小结太简单，请写明排队的时段。']

/** A person who has submitted no log for three days. */
const PERSON_WITHOUT_LOGS = '温言'

interface Log {
  id: number
  person: DemoPerson
  on: string
  status: string
  shift: string
}

/** The figures by `store-id day`. */
export type FiguresByDay = ReadonlyMap<string, Figures>

/**
 * Logs of all agents who serve stores, for the same weeks as the rosters: most approved, those of the last days
 * submitted, a few returned or missing.
 */
export function worklogTables(
  services: readonly Service[],
  { shifts, shiftOf, figuresByDay, now }: LogFacts,
): Table[] {
  const today = dayOf(now)
  const planned = new Map(shifts.map((row) => [`${row.staffId} ${row.onDay}`, row.shift]))
  const people = [...new Map(services.map(({ staff }) => [staff.id, staff])).values()]
  const days = daysFrom(addDays(mondayOf(today), -7 * WEEKS), today)
  const fromOn = addDays(today, -DAYS)
  const logs: Log[] = []
  for (const person of people.filter(({ status, parentId }) => status === 'active' && parentId !== null)) {
    for (const on of days) {
      const shift = planned.get(`${person.id} ${on}`) ?? shiftOf(person.id)
      const status = statusOf(person, on, today)
      if (status === null || shift === 'rest' || shift === 'leave') continue
      logs.push({ id: logs.length + 1, person, on, status, shift })
    }
  }
  return [
    ['worklog', logs.map((log) => logRow(log, now))],
    ['worklogLine', logs.flatMap((log) => (log.on < fromOn ? [] : linesOf(log, services, figuresByDay)))],
  ]
}

interface LogFacts {
  shifts: readonly RosterDay[]
  /** The shift of people without a roster. */
  shiftOf: (staffId: number) => string
  figuresByDay: FiguresByDay
  now: Date
}

interface RosterDay {
  staffId: number
  onDay: string
  shift: string
}

function statusOf(person: DemoPerson, on: string, today: string): string | null {
  const isShown = person.username === AGENT_ACCOUNT.username
  if (on === today) return isShown ? 'draft' : null
  if (isShown && on === addDays(today, -AGENT_ACCOUNT.returnedAgo)) return 'returned'
  if (person.name === PERSON_WITHOUT_LOGS && on >= addDays(today, -3)) return null
  const chance = random(`worklog ${person.id} ${on}`)
  if (on >= addDays(today, -2)) return chance.pick([null, 'draft', ...SUBMITTED])
  if (on >= addDays(today, -6) && chance.chance(0.06)) return 'returned'
  return chance.chance(0.04) ? null : 'approved'
}

/** Most logs of the last two days are submitted; one of eight is a draft, one is missing. */
const SUBMITTED = Array.from({ length: 6 }, () => 'submitted')

function logRow({ id, person, on, status, shift }: Log, now: Date) {
  const chance = random(`worklog words ${person.id} ${on}`)
  const isDraft = status === 'draft'
  const isReviewed = !isDraft && status !== 'submitted'
  const written = new Date(`${on}T12:3${chance.between(0, 9)}:00Z`)
  const createdAt = written < now ? written : new Date(now.getTime() - 2_400_000)
  const submittedAt = isDraft ? null : createdAt
  const reviewedAt = isReviewed ? new Date(`${addDays(on, 1)}T02:1${chance.between(0, 9)}:00Z`) : null
  const isShown = person.username === AGENT_ACCOUNT.username
  return {
    id,
    companyCode: person.companyCode,
    staffId: person.id,
    onDay: on,
    shift,
    status,
    halfHours: chance.between(15, 18),
    summary: chance.pick(SUMMARIES),
    problems: chance.chance(0.3) ? chance.pick(PROBLEMS) : null,
    handover: chance.chance(0.4) ? chance.pick(NOTES) : null,
    submittedAt,
    reviewedAt,
    reviewedBy: isReviewed ? person.parentId : null,
    reviewNote: status !== 'returned' ? null : isShown ? AGENT_ACCOUNT.returnedFor : chance.pick(RETURNS),
    wasReturned: status === 'returned',
    createdAt,
    createdBy: person.id,
    updatedAt: reviewedAt ?? createdAt,
    updatedBy: isReviewed ? person.parentId : person.id,
  }
}

/**
 * The lines of a log: one per store that the person served that day, with their nick. If the file contains the nick,
 * the figures come from it. Without nicks, the agent keyed a share of the store's figures. Unknown figures are keyed in
 * logs that are not approved yet, except half of those in a draft.
 */
function linesOf({ id, person, on, status }: Log, services: readonly Service[], figuresByDay: FiguresByDay) {
  const keys = status === 'submitted' || status === 'draft'
  const thatDay = services.filter(({ fromOn, toOn }) => fromOn <= on && (!toOn || toOn >= on))
  return thatDay
    .filter(({ staff }) => staff.id === person.id)
    .map(({ store, nick, duty }, at) => {
      const hasNick = !WITHOUT_NICKS.has(store.platform)
      const storeFigures = figuresByDay.get(`${store.id} ${on}`)
      const isInFile = hasNick && storeFigures !== undefined
      const isKeyed = keys && !isInFile && (status === 'submitted' || at % 2 === 0)
      const line = { worklogId: id, storeId: store.id, nick: hasNick ? nick : '' }
      if (!hasNick && storeFigures && status !== 'draft') {
        const isAlone = !thatDay.some((other) => other.store === store && other.staff.id !== person.id)
        return { ...line, source: 'keyed', ...partOfFigures(storeFigures, isAlone ? 100 : PARTS[duty]) }
      }
      if (isKeyed)
        return { ...line, source: 'keyed', ...keyed(`${store.id} ${on}`, REPLIES.has(store.platform)) }
      return { ...line, source: isInFile ? 'imported' : 'empty', ...keyed(null) }
    })
}

/** The shares of two agents in a store's buyers, in percent. */
const PARTS = { main: 60, second: 40 } as const

/** A person's share, in percent, of a store's figures on a day. */
function partOfFigures({ consultUsers, handledUsers, unreplied, ...times }: Figures, percent: number) {
  const part = (all: number) => Math.round((all * percent) / 100)
  // Times are keyed in tenths of a second.
  const mean = (totalCs: number | null, weight: number | null) =>
    totalCs !== null && weight ? Math.round(totalCs / weight / 10) * 10 : null
  const buyers = consultUsers ?? 0
  return {
    consultUsers: part(buyers),
    handledUsers: part(handledUsers ?? buyers),
    unreplied: unreplied === null ? null : Math.min(part(unreplied), part(buyers)),
    frtCs: mean(times.frtTotalCs, times.frtWeight),
    artCs: mean(times.artTotalCs, times.artWeight),
  }
}

/** The platforms whose reply rate counts unreplied buyers. */
const REPLIES = new Set(platformsOf('replied'))

/** The figures that an agent keys for a store's day; all null if nothing was keyed. */
function keyed(day: string | null, countsReplies = false) {
  const chance = random(`keyed ${day}`)
  const consultUsers = chance.between(18, 90)
  const figures = {
    consultUsers,
    handledUsers: consultUsers - chance.between(0, 2),
    unreplied: countsReplies ? chance.between(0, 2) : null,
    frtCs: chance.between(90, 280) * 10,
    artCs: chance.between(240, 460) * 10,
  }
  return day === null ? Object.fromEntries(Object.keys(figures).map((key) => [key, null])) : figures
}
