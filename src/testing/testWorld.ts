import type { Database } from '#db/connect.ts'
import type { Store } from '#db/tables.ts'
import { searchForms, searchPinyin } from '#kit/pinyin.ts'

/**
 * Fills a database with the small world of the tests. Company 001: admin; head with agent and agent3; head2 with
 * agent2; sales with customer 杭州晨曦家居有限公司, sales2 with customer 宏远数码; finance. Company 002: admin2, sales-b with
 * customer 恒月母婴. All passwords are the same. Stores: 晨曦家居旗舰店 (天猫, led by head, served by agent), 星澜美妆 (抖音, head,
 * agent3), 宏远数码京东自营店 (京东, head2, agent2), 恒月母婴 (淘宝, company 002), 晨曦旧店 (天猫, stopped, led by head).
 */
export async function seedWorld(db: Database, passwordHash: string): Promise<void> {
  await db
    .insertInto('company')
    .values([
      { code: '001', name: '后台总部', booksFrom: '2025-01-01' },
      { code: '002', name: '启明客服', booksFrom: '2025-01-01' },
    ])
    .execute()
  const heads = new Map<string, number>()
  for (const person of PEOPLE) {
    const { head, ...row } = person
    const { id } = await db
      .insertInto('staff')
      .values({
        ...row,
        parentId: head ? (heads.get(head) ?? null) : null,
        namePinyin: searchPinyin(person.name, true),
        passwordHash,
        mustChangePassword: false,
        createdAt: new Date('2026-01-01T02:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    heads.set(person.username, id)
  }
  await seedCustomers(db, (username) => heads.get(username) ?? 0)
}

/** Sets the first month of every company's books, `2026-04`: the first that is closed. */
export async function beginBooks(db: Database, month: string): Promise<void> {
  await db
    .updateTable('company')
    .set({ booksFrom: `${month}-01` })
    .execute()
}

/**
 * Functions that return the id of a record by its name; the oldest one if several have it. They throw if there is none.
 */
export function idsIn(db: Database) {
  const named = (table: 'customer' | 'store') => async (name: string) =>
    (await db.selectFrom(table).select('id').where('name', '=', name).orderBy('id').executeTakeFirstOrThrow())
      .id
  return {
    customerId: named('customer'),
    storeId: named('store'),
    staffId: async (username: string) =>
      (await db.selectFrom('staff').select('id').where('username', '=', username).executeTakeFirstOrThrow())
        .id,
  }
}

/** Adds the service states of serving stores, from their first day on, which attendance needs. */
export async function putInService(db: Database): Promise<void> {
  const stores = await db
    .selectFrom('store')
    .select(['id as storeId', 'companyCode', 'onlineOn as fromOn'])
    .where('status', '=', 'serving')
    .execute()
  const state = { status: 'serving' as const, createdAt: new Date('2026-01-01T02:00:00Z') }
  const rows = stores.map(({ fromOn, ...store }) => ({ ...store, ...state, fromOn: fromOn ?? '2026-01-01' }))
  await db.insertInto('storeState').values(rows).execute()
}

const PEOPLE = [
  { username: 'admin', name: '林知远', role: 1, companyCode: '001', mobile: '13800000001' },
  { username: 'admin2', name: '顾明', role: 1, companyCode: '002', mobile: '13800000002' },
  { username: 'head', name: '陈思雨', role: 2, companyCode: '001', mobile: '13800000003' },
  { username: 'agent', name: '周小禾', role: 2, companyCode: '001', mobile: '13800000004', head: 'head' },
  { username: 'agent3', name: '李若彤', role: 2, companyCode: '001', mobile: '13800000005', head: 'head' },
  { username: 'head2', name: '苏曼', role: 2, companyCode: '001', mobile: '13800000006' },
  { username: 'agent2', name: '赵晓冬', role: 2, companyCode: '001', mobile: '13800000007', head: 'head2' },
  { username: 'sales', name: '何立', role: 3, companyCode: '001', mobile: '13800000008' },
  { username: 'sales2', name: '沈佳', role: 3, companyCode: '001', mobile: '13800000009' },
  { username: 'finance', name: '郑敏', role: 4, companyCode: '001', mobile: '13800000010' },
  { username: 'sales-b', name: '单雪', role: 3, companyCode: '002', mobile: '13800000011' },
]

async function seedCustomers(db: Database, person: (username: string) => number): Promise<void> {
  const customer = async (companyCode: string, code: string, name: string, owner: string) => {
    const key = searchForms(name)
    const contacts = { contact: '王女士', mobile: '13912345678', wechat: 'wangnvshi8' }
    const state = { ownerId: person(owner), status: 'active' as const }
    const row = { companyCode, code, name, ...key, ...state, ...contacts }
    const { id } = await db.insertInto('customer').values(row).returning('id').executeTakeFirstOrThrow()
    const first = {
      companyCode,
      customerId: id,
      ownerId: row.ownerId,
      fromAt: new Date('2026-05-01T02:00:00Z'),
    }
    await db.insertInto('customerOwner').values(first).execute()
    return id
  }
  const chenxi = await customer('001', 'KH2026050001', '杭州晨曦家居有限公司', 'sales')
  const yuanshan = await customer('001', 'KH2026050002', '宏远数码', 'sales2')
  const other = await customer('002', 'KH2026050001', '恒月母婴', 'sales-b')

  // The numbers that the codes of these customers use.
  await db
    .insertInto('counter')
    .values([
      { companyCode: '001', prefix: 'KH202605', last: 2 },
      { companyCode: '002', prefix: 'KH202605', last: 1 },
    ])
    .execute()

  const store = async (
    customerId: number,
    code: string,
    platform: Store['platform'],
    name: string,
    leader: string | null,
  ) => {
    const companyCode = customerId === other ? '002' : '001'
    const key = searchForms(name)
    const status: 'stopped' | 'serving' = code === 'DP0005' ? 'stopped' : 'serving'
    const leaderId = leader ? person(leader) : null
    const targets = { targetReplyRateBp: 9500, onlineOn: '2026-01-01' }
    const row = { companyCode, code, customerId, platform, name, ...key, status, leaderId, ...targets }
    return (await db.insertInto('store').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const tmall = await store(chenxi, 'DP0001', 'tmall', '晨曦家居旗舰店', 'head')
  const douyin = await store(chenxi, 'DP0002', 'douyin', '星澜美妆', 'head')
  const jd = await store(yuanshan, 'DP0003', 'jd', '宏远数码京东自营店', 'head2')
  await store(other, 'DP0001', 'taobao', '恒月母婴', null)
  await store(chenxi, 'DP0005', 'tmall', '晨曦旧店', 'head')

  const assign = (storeId: number, staff: string) => ({
    companyCode: '001',
    storeId,
    staffId: person(staff),
    fromOn: '2026-01-01',
  })
  await db
    .insertInto('storeAssignment')
    .values([assign(tmall, 'agent'), assign(douyin, 'agent3'), assign(jd, 'agent2')])
    .execute()
}
