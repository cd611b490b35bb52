import type { Database } from '#db/connect.ts'
import { addDays, dayOf, weekdayOf } from '#kit/calendar.ts'
import type { KeyFor } from '#kit/keys.ts'
import { insertWebhook } from '#platform/webhooks/queries.ts'
import { AGENT_ACCOUNT } from './agentAccount.ts'
import { insertMany } from './bulk.ts'

interface DemoNotice {
  who: string
  kind: string
  title: string
  values?: Record<string, string | number>
  text?: string
  link: string
  /** How many days before today `{day}` is; default 1. */
  days?: number
  /** Age in hours. */
  /** The values that are texts of the program. */
  words?: string[]
  hours: number
  read?: boolean
}

const SUBMITTED = { kind: 'worklogSubmitted', title: '{name}提交了 {day} 的工作日志' }
const HANDED = { kind: 'handoverNote', title: '{name}给您留了交接', link: '/store-worklog' }
const ARRIVED = { kind: 'subscription', title: '您订阅的「{view}」有 {n} 条' }
const LONG = '对方问续约能否按季付款，并希望大促期间晚班由同一位客服值守；请在本周五之前给出书面答复。'

/** Notices of the last days: of several kinds, some read. */
const NOTICES: readonly DemoNotice[] = [
  { ...SUBMITTED, who: 'head', values: { name: '周小禾' }, link: '/store-worklog', hours: 3 },
  { ...SUBMITTED, who: 'head', values: { name: '李若彤' }, link: '/store-worklog', hours: 11 },
  {
    who: 'head',
    kind: 'figureQuestion',
    title: '{person}认为{name}的{metric}不对，请核对',
    values: { person: '周小禾', name: '本组店铺', metric: '咨询量' },
    words: ['metric'],
    text: '比平台后台少了二十多人',
    link: '/store-worklog/figures',
    hours: 50,
    read: true,
  },
  {
    who: 'agent',
    kind: 'worklogReturned',
    title: '{name}退回了您 {day} 的工作日志',
    values: { name: '陈思雨' },
    text: AGENT_ACCOUNT.returnedFor,
    days: AGENT_ACCOUNT.returnedAgo,
    link: '/store-worklog',
    hours: 74,
  },
  { ...HANDED, who: 'agent', values: { name: '李若彤' }, text: '尾号 4471、5206 待仓库回复。', hours: 12 },
  { ...HANDED, who: 'agent', values: { name: '方可' }, text: '一位买家等退款。', hours: 80, read: true },
  {
    who: 'sales',
    kind: 'mention',
    title: '{name}在「{customer}」的备注里提到您',
    values: { name: '郑敏', customer: '{customer}' },
    text: LONG,
    link: '/customer-management',
    hours: 2,
  },
  {
    who: 'sales',
    kind: 'followUp',
    title: '今天要跟进「{customer}」',
    values: { customer: '{customer}' },
    text: '续约报价',
    link: '/customer-management/follow-ups?mine=true&status=open',
    hours: 26,
  },
  {
    ...ARRIVED,
    who: 'sales',
    values: { view: '试用中的客户', n: 3 },
    link: '/customer-management?status=trial',
    hours: 74,
    read: true,
  },
  {
    who: 'finance',
    kind: 'contractEnding',
    title: '「{customer}」的合同还有 {n} 天到期',
    values: { customer: '{customer}', n: 30 },
    link: '/customer-management',
    hours: 98,
    read: true,
  },
]

interface World {
  people: readonly { id: number; username: string; companyCode: string }[]
  customers: readonly { name: string; companyCode: string }[]
  views: readonly { id: number; name: string; ownerId: number }[]
}

const HOUR_MS = 3_600_000

/**
 * Seeds notices of several kinds and days, the last visit of each account, so that the home page has news, and the
 * admin's subscriptions, one of which failed to reach its group.
 */
export async function seedNotices(db: Database, now: Date, keyFor: KeyFor): Promise<void> {
  const world = await readWorld(db)
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const personOf = (username: string) => world.people.find((person) => person.username === username)
  await insertMany(
    db,
    'notice',
    NOTICES.toSorted((a, b) => b.hours - a.hours).flatMap((notice) => noticeRow(notice, world, before)),
  )
  const accounts = ['admin', 'admin2', 'head', 'agent', 'sales', 'finance'].flatMap(
    (one) => personOf(one) ?? [],
  )
  const last = { beganAt: before(27), seenAt: before(26), beforeAt: null }
  await insertMany(
    db,
    'visit',
    accounts.map(({ id }) => ({ staffId: id, ...last })),
  )
  const admin = personOf('admin')
  if (admin) await seedSubscriptions(db, { admin, views: world.views, now, keyFor })
}

async function readWorld(db: Database): Promise<World> {
  return {
    people: await db.selectFrom('staff').select(['id', 'username', 'companyCode']).orderBy('id').execute(),
    customers: await db.selectFrom('customer').select(['name', 'companyCode']).orderBy('id').execute(),
    views: await db.selectFrom('savedView').select(['id', 'name', 'ownerId']).orderBy('id').execute(),
  }
}

function noticeRow(notice: DemoNotice, { people, customers }: World, before: (hours: number) => Date) {
  const person = people.find(({ username }) => username === notice.who)
  if (!person) return []
  const at = before(notice.hours)
  const customer = customers.find(({ companyCode }) => companyCode === person.companyCode)?.name ?? ''
  const day = addDays(dayOf(before(0)), -(notice.days ?? 1)).slice(5)
  const values = { ...notice.values, ...(notice.title.includes('{day}') && { day }) }
  if ('customer' in values) values.customer = customer
  return [
    {
      companyCode: person.companyCode,
      staffId: person.id,
      kind: notice.kind,
      link: notice.link,
      at,
      title: { sentence: notice.title, values, ...(notice.words && { words: notice.words }) },
      text: notice.text ? { sentence: '{text}', values: { text: notice.text } } : null,
      readAt: notice.read ? before(notice.hours - 1) : null,
    },
  ]
}

interface Subscribing {
  admin: World['people'][number]
  views: World['views']
  now: Date
  keyFor: KeyFor
}

/**
 * A daily subscription due at the start of the demo, and a weekly one whose group rejected it and which is next due in
 * six days.
 */
async function seedSubscriptions(db: Database, { admin, views, now, keyFor }: Subscribing): Promise<void> {
  const yesterday = addDays(dayOf(now), -1)
  const url = new URL('https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=demo')
  const by = { companyCode: admin.companyCode, actorId: admin.id, at: now }
  const webhookId = await insertWebhook(
    db,
    keyFor,
    { name: '运营日报群', kind: 'wecom', url, secret: null },
    by,
  )
  const [daily, weekly] = views.filter(({ ownerId }) => ownerId === admin.id)
  if (!daily || !weekly) return
  const fromAt = new Date(`${addDays(yesterday, -14)}T00:00:00+08:00`)
  // Shanghai has no daylight saving time.
  const hour = (now.getUTCHours() + 8) % 24
  const made = { createdAt: fromAt, createdBy: admin.id, updatedAt: fromAt, updatedBy: admin.id }
  const common = { companyCode: admin.companyCode, staffId: admin.id, fromAt, ...made }
  await insertMany(db, 'subscription', [
    { id: 1, ...common, viewId: daily.id, every: 'day', weekday: null, hour, webhookId: null },
    { id: 2, ...common, viewId: weekly.id, every: 'week', weekday: weekdayOf(yesterday), hour: 9, webhookId },
  ])
  const at = (days: number, hours: number) =>
    new Date(`${addDays(yesterday, -days)}T${String(hours).padStart(2, '0')}:00:00+08:00`)
  const done = { state: 'done', attempts: 1, nextAt: null, failure: null }
  const refused = '机器人没有接受这条消息（代码 93000）。请检查它的安全设置：关键词、加签或 IP 名单。'
  await insertMany(db, 'delivery', [
    ...[2, 1, 0].map((days) => ({
      ...done,
      subscriptionId: 1,
      dueAt: at(days, hour),
      endedAt: at(days, hour),
    })),
    { ...done, subscriptionId: 2, dueAt: at(7, 9), endedAt: at(7, 9) },
    {
      subscriptionId: 2,
      dueAt: at(0, 9),
      endedAt: at(0, 11),
      nextAt: null,
      state: 'failed',
      attempts: 5,
      failure: refused,
    },
  ])
}
