import fc from 'fast-check'
import type { Insertable } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { StaffPay, StoreAssignment, StoreTerms } from '#db/tables.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { searchForms, searchPinyin } from '#kit/pinyin.ts'
import { NOON } from './testApp.ts'
import { idsIn } from './testWorld.ts'

/** Draws random values, which fast-check shrinks and repeats. */
export type Gen = fc.GeneratorValue

/** Texts that files and spreadsheets tend to change. */
const ODD_TEXTS = [
  '=1+1',
  "'=1+1",
  "''",
  "'已读",
  '-',
  '+86 571',
  '@小李',
  '＝全角',
  '清空',
  'a,b、c；d',
  '两行\n文字',
  '138****8888',
  '007',
  '1e5',
  '2026-05-01',
  'TRUE',
  '５％',
  '_x000D_',
  '<b>&"x"</b>',
  '😀店',
  '合计数',
  '至今',
  '新  空格',
]

/** A text of a record: ordinary, or one of those above. */
export const oddText = (g: Gen): string =>
  g(fc.boolean)
    ? g(fc.constantFrom, ...ODD_TEXTS)
    : g(fc.constantFrom, '家居日用', '王女士', 'HT-2026-001', 'A b', 'ß')

const maybe = <T>(g: Gen, draw: () => T): T | null => (g(fc.nat, { max: 3 }) === 0 ? null : draw())
const among = <const T>(g: Gen, all: readonly T[]): T => all[g(fc.nat, { max: all.length - 1 })] as T
const count = (g: Gen, max: number) => g(fc.nat, { max })
const some = <T>(g: Gen, all: readonly T[]): T[] => all.filter(() => g(fc.boolean))
const dayIn = (g: Gen, from: Day, days: number): Day => addDays(from, count(g, days))

const COMPANY = '001'
let last = 0
/** A number that no other record has. */
const next = (): number => {
  last += 1
  return last
}

const stamps = { createdAt: NOON, updatedAt: NOON }

interface Person {
  id: number
  name: string
}

/** The people that other records name. */
interface People {
  heads: Person[]
  agents: Person[]
  owners: Person[]
}

/** Adds random records of company 001 to the world of the tests; the months of its books are open. */
export async function addRandomRecords(db: Database, g: Gen): Promise<void> {
  const people = await addPeople(db, g)
  const customers: number[] = []
  for (let n = 0; n < 4; n += 1) customers.push(await addCustomer(db, g, people))
  for (let n = 0; n < 5; n += 1) {
    const storeId = await addStore(db, g, { customerId: among(g, customers), people })
    await addTerms(db, g, storeId)
    await addAssignments(db, g, storeId, people)
    await addNicks(db, g, storeId, people)
  }
  for (let n = 0; n < 3; n += 1) await addOpening(db, g, among(g, customers))
}

async function addPeople(db: Database, g: Gen): Promise<People> {
  const { staffId } = idsIn(db)
  const idOf = async (username: string) => ({ id: await staffId(username), name: '' })
  const people: People = {
    heads: [await idOf('head'), await idOf('head2')],
    agents: [await idOf('agent')],
    owners: [await idOf('sales'), await idOf('sales2')],
  }
  for (let n = 0; n < 6; n += 1) {
    const role = among(g, [2, 2, 2, 3, 4])
    const parentId = role === 2 ? maybe(g, () => among(g, people.heads).id) : null
    const person = await addPerson(db, g, { role, parentId })
    if (role === 3) people.owners.push(person)
    if (role === 2) people.agents.push(person)
    if (role === 2 && parentId === null) people.heads.push(person)
  }
  return people
}

async function addPerson(
  db: Database,
  g: Gen,
  { role, parentId }: { role: number; parentId: number | null },
): Promise<Person> {
  const n = next()
  // Some people share a name.
  const name = g(fc.boolean) ? among(g, ['李华', '王芳']) : oddText(g).slice(0, 20)
  const hiredOn = maybe(g, () => dayIn(g, '2023-01-01', 900))
  const { id } = await db
    .insertInto('staff')
    .values({
      companyCode: COMPANY,
      username: `p${n}`,
      name,
      namePinyin: searchPinyin(name, true),
      mobile: maybe(g, () => `137${String(n).padStart(8, '0')}`),
      employeeNo: maybe(g, () => `${oddText(g).slice(0, 10)}${n}`),
      role,
      parentId,
      hiredOn,
      status: among(g, ['active', 'active', 'disabled', 'left']),
      payeeBank: maybe(g, () => oddText(g)),
      payeeCard: maybe(g, () => `6222${String(n).padStart(12, '0')}`),
      passwordHash: 'not a hash',
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addPay(db, g, id)
  return { id, name }
}

/** Pay by date: past, present and planned. */
async function addPay(db: Database, g: Gen, staffId: number): Promise<void> {
  for (const fromOn of some(g, ['2025-01-01', '2026-03-01', '2026-06-01'])) {
    const isRule = g(fc.boolean)
    const row: Insertable<StaffPay> = {
      companyCode: COMPANY,
      staffId,
      fromOn,
      baseSalaryCents: maybe(g, () => count(g, 9_999_999)),
      commissionRateBp: maybe(g, () => count(g, 10_000)),
      seniorityPayCents: isRule ? null : maybe(g, () => count(g, 99_999)),
      seniorityPerYearCents: isRule ? count(g, 9_999) : null,
      seniorityCapCents: isRule ? 100_000 : null,
      kpiBaseCents: null,
      staffVersion: 1,
      createdAt: NOON,
    }
    await db.insertInto('staffPay').values(row).execute()
  }
}

async function addCustomer(db: Database, g: Gen, { owners }: People): Promise<number> {
  const n = next()
  const name = `${oddText(g)}${n}`
  const ownerId = among(g, owners).id
  const { id } = await db
    .insertInto('customer')
    .values({
      companyCode: COMPANY,
      code: `KH9${String(n).padStart(9, '0')}`,
      name,
      ...searchForms(name),
      ownerId,
      status: among(g, ['trial', 'active', 'paused', 'churned']),
      type: among(g, ['company', 'sole_trader', 'person']),
      source: maybe(g, () => among(g, ['referral', 'visit', 'online', 'event', 'other'])),
      uscc: maybe(g, () => '91330100799655058B'),
      contact: maybe(g, () => oddText(g).slice(0, 20)),
      mobile: maybe(g, () => '13912345678'),
      wechat: maybe(g, () => among(g, ['ab', 'wang-2026', '=wx', '微信'])),
      contractNo: maybe(g, () => oddText(g)),
      contractStartOn: maybe(g, () => dayIn(g, '2025-01-01', 300)),
      contractEndOn: maybe(g, () => dayIn(g, '2026-01-01', 700)),
      tags: some(g, ['女装', '老客户', 'a,b', '顿、号', '清空', '=1']),
      remark: maybe(g, () => oddText(g)),
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('customerOwner')
    .values({ companyCode: COMPANY, customerId: id, ownerId, fromAt: NOON })
    .execute()
  return id
}

async function addStore(
  db: Database,
  g: Gen,
  { customerId, people }: { customerId: number; people: People },
): Promise<number> {
  const n = next()
  const status = among(g, ['pending', 'trial', 'serving', 'paused', 'stopped'])
  // Stopped stores may share the name of a live one.
  const name = status === 'stopped' ? '同名旧店' : `${oddText(g)}${n}`
  const { id } = await db
    .insertInto('store')
    .values({
      companyCode: COMPANY,
      code: `DP9${String(n).padStart(6, '0')}`,
      customerId,
      platform: among(g, ['taobao', 'tmall', 'jd', '1688', 'vip']),
      name,
      ...searchForms(name),
      platformShopId: maybe(g, () => `${oddText(g)}${n}`),
      url: maybe(g, () => `https://shop.example/?n=${n}`),
      category: maybe(g, () => oddText(g)),
      serviceTypes: some(g, ['presale', 'aftersale', 'full', 'night', 'promotion']),
      serviceHours: maybe(g, () => '09:00–24:00'),
      shifts: some(g, ['morning', 'middle', 'evening', 'night']),
      seat: among(g, ['dedicated', 'shared']),
      status,
      trialOn: maybe(g, () => '2025-02-01'),
      onlineOn: maybe(g, () => dayIn(g, '2025-03-01', 200)),
      stoppedOn: status === 'stopped' ? '2026-02-28' : null,
      contractEndOn: maybe(g, () => dayIn(g, '2026-01-01', 700)),
      leaderId: maybe(g, () => among(g, people.heads).id),
      targetReplyRateBp: maybe(g, () => count(g, 10_000)),
      targetFirstResponseS: maybe(g, () => count(g, 300)),
      targetAverageResponseS: maybe(g, () => count(g, 300)),
      remark: maybe(g, () => oddText(g)),
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A random price of any model. */
export function randomPricing(g: Gen): object {
  const cents = () => count(g, 9_999_999)
  const models: (() => object)[] = [
    () => ({ model: 'fixed', monthlyCents: cents() }),
    () => ({
      model: 'included',
      monthlyCents: cents(),
      includedDaily: 1 + count(g, 500),
      overageCents: count(g, 500),
    }),
    () => ({ model: 'commission', baseCents: cents(), rateBp: count(g, 10_000) }),
    () => ({ model: 'daily', dayCents: cents() }),
    () => ({ model: 'hourly', hourCents: cents(), hoursPerDay: 1 + count(g, 239) }),
    () => ({
      model: 'tier',
      tiers: [...some(g, [100, 200, 5_000]), null].map((upTo) => ({ upTo, monthlyCents: cents() })),
    }),
  ]
  return among(g, models)()
}

async function addTerms(db: Database, g: Gen, storeId: number): Promise<void> {
  for (const fromOn of some(g, ['2025-03-01', '2026-05-01', '2026-07-01'])) {
    const row: Insertable<StoreTerms> = {
      companyCode: COMPANY,
      storeId,
      fromOn,
      pricing: JSON.stringify(randomPricing(g)),
      storeSalaryCents: maybe(g, () => count(g, 500_000)),
      note: maybe(g, () => oddText(g)),
      createdAt: NOON,
    }
    await db.insertInto('storeTerms').values(row).execute()
  }
}

/** Assignments one after the other on each shift; some have ended, one may go on. */
async function addAssignments(db: Database, g: Gen, storeId: number, { agents }: People): Promise<void> {
  for (const shift of some(g, ['morning', 'middle', 'evening', 'night'])) {
    const half = dayIn(g, '2025-06-01', 200)
    const rows: Insertable<StoreAssignment>[] = [
      { fromOn: '2025-04-01', toOn: half },
      { fromOn: addDays(half, 1), toOn: maybe(g, () => '2026-12-31') },
    ].map((span) => ({
      ...span,
      companyCode: COMPANY,
      storeId,
      staffId: among(g, agents).id,
      duty: among(g, ['main', 'second', 'substitute']),
      shift,
      sharePercent: count(g, 25),
    }))
    await db.insertInto('storeAssignment').values(rows).execute()
  }
}

/** Nicks, of which some have changed hands. */
async function addNicks(db: Database, g: Gen, storeId: number, { agents }: People): Promise<void> {
  const nicks = ['店:小雨', '店:小雨 ', '店：小雨', 'Xiao', 'xiao', "'=nick", '清空'].map((nick) =>
    nick.trim(),
  )
  for (const nick of new Set(some(g, nicks))) {
    const half = dayIn(g, '2025-06-01', 200)
    const rows = [
      { fromOn: '2025-04-01', toOn: half },
      { fromOn: addDays(half, 1 + count(g, 30)), toOn: maybe(g, () => '2026-12-31') },
    ].map((span) => ({ ...span, companyCode: COMPANY, storeId, nick, staffId: among(g, agents).id }))
    await db.insertInto('agentAccount').values(rows).execute()
  }
}

async function addOpening(db: Database, g: Gen, customerId: number): Promise<void> {
  const n = next()
  const stores = await db.selectFrom('store').select('id').where('customerId', '=', customerId).execute()
  const amountCents = 1 + count(g, 9_999_999)
  const onDay = dayIn(g, '2024-01-01', 300)
  await db
    .insertInto('customerBill')
    .values({
      companyCode: COMPANY,
      customerId,
      storeId: stores.length > 0 ? maybe(g, () => among(g, stores).id) : null,
      kind: 'opening',
      origin: 'opening',
      code: `ZD9${String(n).padStart(9, '0')}`,
      monthOn: `${onDay.slice(0, 7)}-01`,
      fromOn: `${onDay.slice(0, 7)}-01`,
      toOn: onDay,
      issuedOn: onDay,
      dueOn: addDays(onDay, 30),
      totalCents: amountCents,
      earlierNo: maybe(g, () => `${oddText(g)}${n}`),
      note: maybe(g, () => oddText(g)),
      status: 'open',
      ...stamps,
    })
    .execute()
}
