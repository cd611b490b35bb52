import assert from 'node:assert/strict'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import { type Answer, type TestApp, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

interface CsvFile {
  name: string
  bytes: Buffer
}

/** Rows of figures by nick: buyers who asked; as many are handled, one is not replied to. */
export type Asked = Record<string, number>

const csv = (name: string, head: string, lines: readonly (string | number)[][]): CsvFile => ({
  name,
  bytes: Buffer.from([head, ...lines.map((line) => line.join(','))].join('\n')),
})

const digits = (day: Day) => day.replaceAll('-', '')

/** 淘宝/天猫: the store and the day are only in the file name. */
export const tmallFile = (store: string, day: Day, rows: Asked) =>
  csv(
    `${store}_旺旺账号咨询接待能力明细_${day}.csv`,
    '旺旺昵称,咨询人数,接待人数,未回复人数',
    Object.entries(rows).map(([nick, n]) => [nick, n, n, 1]),
  )

/** 赤兔: names no store; the nicks begin with the store's main account. */
export const chituFile = (day: Day, rows: Asked, name = `赤兔_客服绩效_${digits(day)}.csv`) =>
  csv(
    name,
    '客服昵称,聊天人数(原咨询人数),接待人数,未回复人数,回复率,首次响应(秒)',
    Object.entries(rows).map(([nick, n]) => [nick, n, n, 1, '99.00%', 8]),
  )

/** 京东: the store and the day are only in the file name. */
export const jdFile = (store: string, day: Day, rows: Asked) =>
  csv(
    `${store}_客服数据_${digits(day)}.csv`,
    '客服,咨询人数,咨询量,接待人数,接待量,未回复量,应答率,30s应答率',
    Object.entries(rows).map(([nick, n]) => [nick, n, n + 9, n, n + 9, 1, 1, 0.95]),
  )

/** 拼多多 and 抖音: several stores and days in one file. */
export const pddFile = (stores: Record<string, Asked>, days: readonly Day[]) =>
  csv(
    `客服数据下载_${digits(days.at(-1) ?? '')}.csv`,
    '日期,店铺名,客服账号,咨询人数,需要人工回复的咨询人数,人工接待人数',
    days.flatMap((day) => rowsOf(stores).map(([store, nick, n]) => [digits(day), store, nick, n, n, n])),
  )

export const douyinFile = (stores: Record<string, Asked>, days: readonly Day[]) =>
  csv(
    '飞鸽客服数据.csv',
    '日期,店铺名称,客服账号,已接待人数,接待会话量,全天首响时长',
    days.flatMap((day) =>
      rowsOf(stores).map(([store, nick, n]) => [day.replaceAll('-', '/'), store, nick, n, n + 5, '20秒']),
    ),
  )

const rowsOf = (stores: Record<string, Asked>) =>
  Object.entries(stores).flatMap(([store, rows]) =>
    Object.entries(rows).map(([nick, n]) => [store, nick, n] as const),
  )

/** The days of a week, up to a day. */
export const weekUntil = (last: Day): Day[] => [...Array(7).keys()].map((n) => addDays(last, n - 6))

/** The people of company 003, which has no customer, store or figure. */
const PEOPLE = [
  { username: 'admin3', name: '沈岚', role: 1, mobile: '13800000101' },
  { username: 'second3', name: '方菲', role: 1, mobile: '13800000102' },
  { username: 'head3', name: '邱月', role: 2, mobile: '13800000103' },
  { username: 'member3', name: '王一诺', role: 2, mobile: '13800000104' },
  { username: 'agent3b', name: '许若南', role: 2, mobile: '13800000105' },
  { username: 'sales3', name: '罗杰', role: 3, mobile: '13800000106' },
  { username: 'finance3', name: '丁宁', role: 4, mobile: '13800000107' },
]

async function seedEmptyCompany(db: Database, passwordHash: string): Promise<void> {
  await db.insertInto('company').values({ code: '003', name: '青禾客服' }).execute()
  const ids = new Map<string, number>()
  for (const person of PEOPLE) {
    const isMember = person.username === 'member3' || person.username === 'agent3b'
    const { id } = await db
      .insertInto('staff')
      .values({
        ...person,
        companyCode: '003',
        parentId: isMember ? (ids.get('head3') ?? null) : null,
        namePinyin: searchPinyin(person.name, true),
        passwordHash,
        mustChangePassword: false,
        createdAt: new Date('2026-05-01T02:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(person.username, id)
  }
}

/** The small test world, with the empty company 003. */
export interface SetupWorld extends TestApp {
  staffId: (username: string) => Promise<number>
  /** Uploads files; returns their previews. */
  uploadAll: (who: string, files: readonly CsvFile[]) => Promise<Answer['data'][]>
  propose: (who: string, previews: readonly { id: number }[]) => Promise<Answer>
  run: (who: string, previews: readonly { id: number; version: number }[], more: object) => Promise<Answer>
}

export async function setupWorld(): Promise<SetupWorld> {
  const world = await testApp(async (db, hash) => {
    await seedWorld(db, hash)
    await seedEmptyCompany(db, hash)
  })
  const { as, db } = world
  return {
    ...world,
    staffId: async (username) =>
      (await db.selectFrom('staff').select('id').where('username', '=', username).executeTakeFirstOrThrow())
        .id,
    uploadAll: async (who, files) => {
      const previews = []
      for (const file of files) {
        const answer = await as(who).upload('/api/imports', file)
        assert.equal(answer.status, 200, `${file.name}: ${answer.body.errorMessage}`)
        previews.push(answer.data)
      }
      return previews
    },
    propose: (who, previews) =>
      as(who).get(`/api/imports/setup?${previews.map(({ id }) => `id=${id}`).join('&')}`),
    run: (who, previews, more) =>
      as(who).post('/api/imports/setup', {
        files: previews.map(({ id, version }) => ({ id, version })),
        stores: [],
        nicks: [],
        commit: true,
        ...more,
      }),
  }
}

interface ProposedStore {
  key: string
  name: string | null
  platform: string | null
  customer: { id: number } | null
  customerName: string | null
}

/** The stores of a proposal as a request accepts them without any change. */
export function acceptAll(proposal: { stores: ProposedStore[] }, status = 'serving') {
  return proposal.stores
    .filter(({ name, platform }) => name !== null && platform !== null)
    .map(({ key, name, platform, customer, customerName }) => ({
      key,
      name,
      platform,
      status,
      customer: customer ? { id: customer.id } : { name: customerName },
    }))
}
