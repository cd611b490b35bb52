import { readFileSync } from 'node:fs'
import type { Database } from '#db/connect.ts'
import { nameKey } from '#kit/fields.ts'
import { type Answer, type TestApp, testApp } from './testApp.ts'
import { seedWorld } from './testWorld.ts'

const fixtures = new URL('../operations/imports/reader/fixtures/', import.meta.url)

/** A fixture file as an upload. */
export function fixture(name: string) {
  return { name, bytes: readFileSync(new URL(encodeURIComponent(name), fixtures)) }
}

/** A taobao export of the given nicks: consult, handled and unreplied users. */
export function taobaoFile(rows: Record<string, [number, number, number]>, name = '数据_2026-05-15.csv') {
  const lines = Object.entries(rows).map(([nick, figures]) => [nick, ...figures].join(','))
  return { name, bytes: Buffer.from(['旺旺昵称,咨询人数,接待人数,未回复人数', ...lines].join('\n')) }
}

/** A 飞鸽 export of agents, and of the store itself if its figures are given. */
export function douyinFile(rows: Record<string, number>, store?: number) {
  const head = '日期,店铺名称,客服账号,已接待人数,接待会话量,全天首响时长'
  const all = [...(store === undefined ? [] : [['店铺汇总值', store] as const]), ...Object.entries(rows)]
  const lines = all.map(([nick, n]) => `2026-05-15,星澜美妆,${nick},${n},${n + 5},20秒`)
  return { name: '飞鸽.csv', bytes: Buffer.from([head, ...lines].join('\n')) }
}

/** The small test world, with an additional store on 拼多多. */
export async function importWorld(): Promise<ImportWorld> {
  const world = await testApp(async (db, hash) => {
    await seedWorld(db, hash)
    await addShop(db)
  })
  const names = await world.db.selectFrom('store').select(['id', 'name']).execute()
  const people = await world.db.selectFrom('staff').select(['id', 'username']).execute()
  const storeIds = new Map(names.map(({ id, name }) => [name, id]))
  const staffIds = new Map(people.map(({ id, username }) => [username, id]))
  return {
    ...world,
    storeId: (name) => storeIds.get(name) ?? 0,
    staffId: (username) => staffIds.get(username) ?? 0,
    commit: (who, preview, more = {}) =>
      world
        .as(who)
        .post(`/api/imports/${preview.data.id}/commit`, { version: preview.data.version, ...more }),
    undo: (who, batch) =>
      world.as(who).post(`/api/imports/${batch.data.id}/undo`, { version: batch.data.version }),
    upload: (who, file, fields) => world.as(who).upload('/api/imports', file, fields),
  }
}

export interface ImportWorld extends TestApp {
  storeId: (name: string) => number
  staffId: (username: string) => number
  upload: (
    who: string | null,
    file: { name: string; bytes: Buffer },
    fields?: Record<string, string>,
  ) => Promise<Answer>
  commit: (who: string, preview: Answer, more?: object) => Promise<Answer>
  undo: (who: string, batch: Answer) => Promise<Answer>
}

async function addShop(db: Database): Promise<void> {
  const customer = await db
    .selectFrom('customer')
    .selectAll()
    .where('name', '=', '宏远数码')
    .executeTakeFirstOrThrow()
  const name = '绿野鲜生专营店'
  await db
    .insertInto('store')
    .values({
      companyCode: '001',
      code: 'DP0009',
      customerId: customer.id,
      platform: 'pdd',
      name,
      nameKey: nameKey(name),
      status: 'serving',
    })
    .execute()
}

/** Returns all rows of figures in a fixed order. */
export async function figures(db: Database) {
  const stores = await db.selectFrom('storeDaily').selectAll().orderBy('storeId').orderBy('onDay').execute()
  const agents = await db
    .selectFrom('agentDaily')
    .selectAll()
    .orderBy('storeId')
    .orderBy('onDay')
    .orderBy('nick')
    .execute()
  return { stores, agents }
}
