import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '#kit/calendar.ts'
import { issueBill, setClockTo } from '#testing/testAccounts.ts'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const world = await testApp(seedWorld)
const { as, db } = world
const { customerId } = idsIn(db)
const chenxi = await customerId('杭州晨曦家居有限公司')
const yuanshan = await customerId('宏远数码')
const finance = as('finance')
const ISSUED = '2026-01-10'
const TODAY = '2026-05-19'

const receive = (billId: number, amountCents: number, onDay: string, method = 'bank') =>
  finance.post(`/api/customer-bills/${billId}/receipts`, { amountCents, onDay, method })
const ages = async (query = '') => (await finance.get(`/api/receivables?${query}`)).data

// Bills issued in January and due on the first and last days of each bucket, as of 19 May.
await setClockTo(world, ISSUED)
const BOUNDS = [0, 1, 30, 31, 60, 61, 90, 91]
for (const [at, late] of BOUNDS.entries()) {
  await issueBill(finance, chenxi, 10 ** at, { dueOn: addDays(TODAY, -late) })
}
const partial = await issueBill(finance, yuanshan, 50_000, { dueOn: '2026-02-01' })
await receive(partial.id, 20_000, ISSUED)
await setClockTo(world, TODAY)
await receive(partial.id, 10_000, '2026-03-15')
const deposit = await issueBill(finance, yuanshan, 30_000, { kind: 'deposit' })
await receive(deposit.id, 30_000, TODAY)

test('GET /api/receivables: bills are in the right bucket on its first and last day', async () => {
  const { items, on, total, sums } = await ages()
  assert.deepEqual([on, total], [TODAY, 2])
  const row = items.find(({ id }: { id: number }) => id === chenxi)
  assert.deepEqual(
    [row.notDueCents, row.days30Cents, row.days60Cents, row.days90Cents, row.olderCents],
    [1, 110, 11_000, 1_100_000, 10_000_000],
  )
  assert.deepEqual([row.owedCents, row.overdueCents, row.oldestDays], [11_111_111, 11_111_110, 91])
  assert.equal(sums.owedCents, 11_111_111 + 20_000)
  assert.equal(sums.depositCents, 30_000)
})

test('GET /api/receivables?on: returns the balances of an earlier day', async () => {
  const of = async (on: string) =>
    (await ages(`on=${on}`)).items.find(({ id }: { id: number }) => id === yuanshan)
  assert.equal((await of('2026-01-09'))?.owedCents, undefined)
  assert.deepEqual((await of(ISSUED)).owedCents, 30_000)
  assert.deepEqual((await of('2026-03-14')).owedCents, 30_000)
  assert.deepEqual((await of('2026-03-15')).days60Cents, 20_000)
  assert.equal((await of('2026-03-15')).depositCents, 0)
  assert.equal((await finance.get('/api/receivables?on=2026-05-20')).data.fields.on, '日期不能晚于今天。')
})

test('every figure equals the sum of the bills that it links to, on any day', async () => {
  const buckets = ['notDue', 'days30', 'days60', 'days90', 'older', 'credit'] as const
  for (const on of [TODAY, '2026-03-15', '2026-01-20']) {
    const { items, sums } = await ages(`on=${on}`)
    for (const bucket of buckets) {
      const key = `${bucket}Cents`
      const all = (await finance.get(`/api/receivables/bills?on=${on}&bucket=${bucket}`)).data
      assert.equal(all.owedCents, sums[key], `${on} ${bucket}`)
      for (const row of items) {
        const path = `/api/receivables/bills?on=${on}&bucket=${bucket}&customerId=${row.id}&pageSize=100`
        const { data } = await finance.get(path)
        const listed = data.items.reduce(
          (sum: number, bill: { owedCents: number }) => sum + bill.owedCents,
          0,
        )
        assert.deepEqual([listed, data.owedCents], [row[key], row[key]])
      }
    }
  }
})

test('filters, sorts and scopes the list; users without permission get 403', async () => {
  assert.deepEqual(
    (await ages('sort=-owedCents')).items.map(({ id }: { id: number }) => id),
    [chenxi, yuanshan],
  )
  assert.equal((await ages('keyword=宏远')).total, 1)
  assert.equal((await ages('overdue=yes')).total, 2)
  const sales = await idsIn(db).staffId('sales')
  assert.equal((await ages(`ownerId=${sales}`)).total, 1)
  assert.equal((await as('admin2').get('/api/receivables')).data.total, 0)
  assert.equal((await as('admin2').get('/api/receivables/bills')).data.total, 0)
  const path = `/api/receivables/customers/${chenxi}/statement?from=2026-01-01&to=2026-05-19`
  assert.equal((await as('admin2').get(path)).status, 404)
  for (const who of ['sales', 'head', 'agent']) {
    for (const one of ['/api/receivables', '/api/receivables/bills', path]) {
      assert.equal((await as(who).get(one)).status, 403)
    }
  }
})

test('a customer contains receivable and deposit only for users who may charge it', async () => {
  const readAs = async (who: string) => {
    const { data } = await as(who).get(`/api/customers/${yuanshan}`)
    return [data.receivableCents, data.depositCents]
  }
  assert.deepEqual(await readAs('finance'), [20_000, 30_000])
  assert.deepEqual(await readAs('sales2'), [undefined, undefined])
  assert.deepEqual(await readAs('head2'), [undefined, undefined])
  const row = (await as('admin').get('/api/customers?keyword=宏远')).data.items[0]
  assert.deepEqual([row.receivableCents, row.depositCents], [20_000, 30_000])
  const hidden = (await as('head2').get('/api/customers')).data.items[0]
  assert.ok(!('receivableCents' in hidden) && !('depositCents' in hidden))
})

test('GET /api/customers: sorts and filters by receivable and overdue, only with permission to charge', async () => {
  const made = async (name: string) => (await as('sales').post('/api/customers', { name })).data.id
  const [clear, early] = [await made('不欠款的客户'), await made('没到期的客户')]
  await issueBill(finance, early, 500, { dueOn: TODAY })
  const found = async (query: string) =>
    (await finance.get(`/api/customers?${query}`)).data.items.map(({ id }: { id: number }) => id)
  const byOwed = [clear, early, yuanshan, chenxi]
  assert.deepEqual(await found('sort=receivableCents'), byOwed)
  assert.deepEqual(await found('sort=-receivableCents'), byOwed.toReversed())
  assert.deepEqual(await found('sort=receivableCents&pageSize=1&current=3'), [yuanshan])
  assert.deepEqual(await found('sort=receivableCents&owing=owed'), [early, yuanshan, chenxi])
  assert.deepEqual(await found('sort=receivableCents&owing=overdue'), [yuanshan, chenxi])
  for (const who of ['sales', 'head']) {
    for (const query of ['owing=owed', 'owing=overdue', 'sort=receivableCents', 'sort=-receivableCents']) {
      assert.equal((await as(who).get(`/api/customers?${query}`)).status, 403, `${who} ${query}`)
    }
  }
})

test('GET /api/receivables/customers/:id/statement: returns opening balance, movements and closing balance', async () => {
  const path = `/api/receivables/customers/${yuanshan}/statement`
  const { data } = await finance.get(`${path}?from=2026-01-11&to=${TODAY}`)
  const lines = data.lines.map(({ onDay, what, amountCents, balanceCents }: Record<string, unknown>) => [
    onDay,
    what,
    amountCents,
    balanceCents,
  ])
  assert.equal(data.openingCents, 30_000)
  assert.deepEqual(lines, [
    ['2026-03-15', 'receipt', -10_000, 20_000],
    [TODAY, 'bill', 30_000, 50_000],
    [TODAY, 'receipt', -30_000, 20_000],
  ])
  assert.deepEqual([data.billedCents, data.settledCents, data.closingCents], [30_000, -40_000, 20_000])
  const { lines: depositLines, ...sums } = data.deposit
  assert.deepEqual(sums, { openingCents: 0, closingCents: 30_000 })
  assert.deepEqual(depositLines, [
    {
      onDay: TODAY,
      what: 'received',
      billId: deposit.id,
      code: deposit.code,
      amountCents: 30_000,
      balanceCents: 30_000,
    },
  ])
  assert.deepEqual([data.customer.name, data.sender.name], ['宏远数码', '后台总部'])
  const of = async (from: string, to: string) =>
    (await finance.get(`${path}?from=${from}&to=${to}`)).data.fields
  assert.deepEqual(Object.keys(await of('2026-05-19', '2026-05-18')), ['to'])
  assert.deepEqual(Object.keys(await of('2026-05-19', '2026-05-20')), ['to'])
  assert.deepEqual(Object.keys(await of('2020-05-19', '2026-05-19')), ['to'])
})
