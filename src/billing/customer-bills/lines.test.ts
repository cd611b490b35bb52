import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sum } from '#kit/money.ts'
import { testApp } from '#testing/testApp.ts'
import { insertFigures, startService } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { BillPage } from './contract.ts'
import type { BillLineDetail } from './contractLines.ts'

const { as, db, clock } = await testApp(seedWorld)
const ids = idsIn(db)
const finance = as('finance')
clock.now = new Date('2026-06-02T04:00:00Z')
const tmall = await ids.storeId('晨曦家居旗舰店')
const theBill = async (): Promise<BillPage> => {
  const { data } = await finance.get(`/api/customer-bills?storeId=${tmall}&month=2026-04`)
  return (await finance.get(`/api/customer-bills/${data.items[0]?.id}`)).data
}
let id = 0
before(async () => {
  const pricing = { model: 'included', monthlyCents: 300_000, includedDaily: 100, overageCents: 50 } as const
  await startService(db, tmall, pricing)
  await insertFigures(db, tmall, ['2026-04-01', '2026-04-28'], { consultUsers: 120 })
  await finance.post('/api/customer-bills/propose', { month: '2026-04' })
  id = (await theBill()).id
})

const open = (position: number | string, who = finance) =>
  who.get(`/api/customer-bills/${id}/lines/${position}`)
const opened = async (position: number): Promise<BillLineDetail> => (await open(position)).data

test('a line lists its terms, days and counted figures', async () => {
  const fee = await opened(1)
  assert.deepEqual(
    [fee.line.item, fee.terms[0]?.pricing.model, fee.terms[0]?.days],
    ['monthly', 'included', 30],
  )
  assert.equal(sum(fee.days.map(({ amountCents }) => amountCents ?? 0)), 300_000)
  const over = await opened(2)
  assert.deepEqual([over.sum.volume, over.sum.included, over.sum.qty], [3_360, 3_000, 360])
  assert.deepEqual(
    over.days.slice(27).map(({ state, volume, source }) => [state, volume, source]),
    [
      ['counted', 120, 'keyed'],
      ['missing', null, null],
      ['missing', null, null],
    ],
  )
  assert.deepEqual([over.sinceCents, over.store?.name], [0, '晨曦家居旗舰店'])
})

test('line details need permission and scope; unknown and invalid positions return 404 and 400', async () => {
  assert.equal((await open(1, as('admin'))).status, 200)
  assert.equal((await open(1, as('admin2'))).status, 404)
  for (const who of ['head', 'agent', 'sales']) assert.equal((await open(1, as(who))).status, 403)
  assert.equal((await open(99)).status, 404)
  for (const wrong of ['0', 'x', '99999']) assert.equal((await open(wrong)).status, 400)
  const foreign = await open(1, as('admin2'))
  const unknown = await as('admin2').get('/api/customer-bills/999999/lines/1')
  assert.deepEqual({ ...foreign.body, traceId: '' }, { ...unknown.body, traceId: '' })
})

test('a manually edited bill shows its proposal and the reason for the change', async () => {
  const { version } = await theBill()
  const answer = await finance.patch(`/api/customer-bills/${id}`, {
    version,
    reason: '客户投诉，超量减半',
    lines: [{ keep: 1 }, { label: '超量减半', qty: 1, priceCents: 9_000, taxRateBp: 600 }],
  })
  assert.equal(answer.status, 200, answer.body.errorMessage)
  const hand = await opened(2)
  assert.deepEqual([hand.line.label, hand.days.length, hand.reason], ['超量减半', 0, '客户投诉，超量减半'])
  assert.equal(hand.proposal?.totalCents, 318_000)
  assert.deepEqual(hand.proposal?.lines, [
    '月费 ¥3,000.00 × 30/30 = ¥3,000.00',
    '超量费 ¥0.50 × 360 = ¥180.00',
  ])
})

test('changes after issue do not change the line; the difference is shown separately', async () => {
  const { version } = await theBill()
  const issue = { version, missingReason: 'noData' }
  assert.equal((await finance.post(`/api/customer-bills/${id}/issue`, issue)).status, 200)
  const paused = { companyCode: '001', storeId: tmall, fromOn: '2026-04-16', status: 'paused' as const }
  await db
    .insertInto('storeState')
    .values({ ...paused, createdAt: clock.now })
    .execute()
  const fee = await opened(1)
  assert.deepEqual([fee.sum.days, fee.sum.amountCents, fee.sinceCents], [15, 150_000, 150_000])
  assert.deepEqual([fee.days[14]?.why, fee.days[15]?.why], [null, 'paused'])
})
