import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryWhileBusy, testApp } from '#testing/testApp.ts'
import { createDraft, createIssuedBill } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db, clock } = await testApp(seedWorld)
const ids = idsIn(db)
const [chenxi, other] = [await ids.customerId('杭州晨曦家居有限公司'), await ids.customerId('恒月母婴')]
const tmall = await ids.storeId('晨曦家居旗舰店')
const jd = await ids.storeId('宏远数码京东自营店')
const finance = as('finance')
const url = (id: number, step = '') => `/api/customer-bills/${id}${step}`

test('a draft has a total, the sum of its lines minus the discount, and no code', async () => {
  const bill = await createDraft(finance, chenxi, 0, {
    kind: 'extra',
    storeId: tmall,
    discountCents: 500,
    note: '双方已确认',
    lines: [
      { label: '夜班支援', qty: 3, priceCents: 20_000, taxRateBp: 600 },
      { label: '培训', qty: 1, priceCents: 10_001, taxRateBp: 0 },
    ],
  })
  assert.deepEqual(
    bill.lines.map(({ label, amountCents }) => [label, amountCents]),
    [
      ['夜班支援', 60_000],
      ['培训', 10_001],
    ],
  )
  assert.equal(bill.totalCents, 69_501)
  // The first line takes 60000 ÷ 70001 × 500 = 428.6 of the discount: (60000 − 429) × 6 ÷ 106 = 3371.9…
  assert.equal(bill.taxCents, 3_372)
  assert.deepEqual([bill.status, bill.code, bill.dueOn], ['draft', null, null])
  assert.deepEqual([bill.fromOn, bill.toOn], ['2026-05-01', '2026-05-31'])
})

test('a draft without lines, below zero, or with a customer or store out of scope is rejected', async () => {
  const post = (more: object) =>
    finance.post('/api/customer-bills', {
      customerId: chenxi,
      kind: 'addon',
      month: '2026-05',
      lines: [{ label: '质检', qty: 1, priceCents: 100, taxRateBp: 600 }],
      ...more,
    })
  const wrong = async (more: object) => Object.keys((await post(more)).data?.fields ?? {})
  assert.deepEqual(await wrong({ lines: [] }), ['lines'])
  const huge = { label: '质检', qty: 1_000_000, priceCents: 99_999_999_999, taxRateBp: 600 }
  assert.deepEqual(await wrong({ lines: [huge] }), ['lines'])
  assert.deepEqual(await wrong({ month: '2026-13' }), ['month'])
  assert.deepEqual(await wrong({ discountCents: 200 }), ['lines'])
  assert.deepEqual(await wrong({ customerId: other }), ['customerId'])
  assert.deepEqual(await wrong({ storeId: jd }), ['storeId'])
  assert.deepEqual(await wrong({ kind: 'refund' }), ['kind'])
  assert.deepEqual(await wrong({ kind: 'deposit' }), ['lines.0.taxRateBp'])
  assert.equal((await post({ storeId: tmall })).status, 200)
  const twice = await post({ storeId: tmall })
  assert.equal(twice.status, 409)
  assert.match(twice.body.errorMessage ?? '', /该月已有同类型的账单/)
})

test('issuing assigns code and due day, and database triggers protect the lines', async () => {
  const { id, version } = await createDraft(finance, chenxi, 10_000)
  const bill = (await finance.post(url(id, '/issue'), { version, dueOn: '2026-06-10' })).data
  assert.match(bill.code, /^ZD202605\d{5}$/)
  assert.deepEqual([bill.status, bill.dueOn, bill.issuedByName], ['open', '2026-06-10', '郑敏'])
  const late = await finance.patch(url(id), { version: bill.version, discountCents: 1 })
  assert.equal(late.body.errorCode, 'WRONG_STATE')
  assert.equal(
    (await finance.post(url(id, '/issue'), { version: bill.version })).body.errorCode,
    'WRONG_STATE',
  )
  await assert.rejects(
    db.updateTable('customerBill').set({ totalCents: 1 }).where('id', '=', id).execute(),
    /never rewritten/,
  )
  await assert.rejects(
    db.deleteFrom('customerBillLine').where('billId', '=', id).execute(),
    /never rewritten/,
  )
})

test('a due day before the issue day is rejected; the default is 15 days later', async () => {
  const { id, version } = await createDraft(finance, chenxi, 10_000)
  const early = await finance.post(url(id, '/issue'), { version, dueOn: '2026-05-18' })
  assert.deepEqual(Object.keys(early.data.fields), ['dueOn'])
  assert.equal((await finance.post(url(id, '/issue'), { version })).data.dueOn, '2026-06-03')
})

test('a draft is edited with its version; a stale edit returns the current bill', async () => {
  const bill = await createDraft(finance, chenxi, 10_000)
  const lines = [{ keep: 1 }, { label: '加班', qty: 2, priceCents: 3_000, taxRateBp: 600 }]
  const changed = (await finance.patch(url(bill.id), { version: bill.version, lines })).data
  assert.equal(changed.totalCents, 16_000)
  assert.equal(changed.lines[0].label, '大促临时支援')
  const stale = await finance.patch(url(bill.id), { version: bill.version, note: '晚了' })
  assert.equal(stale.body.errorCode, 'STALE')
  assert.equal(stale.data.current.totalCents, 16_000)
  const gone = await finance.patch(url(bill.id), { version: changed.version, lines: [{ keep: 9 }] })
  assert.deepEqual(Object.keys(gone.data.fields), ['lines.0.keep'])
})

test('codes have no gaps: rejected drafts use none, and fifty concurrent issues get consecutive codes', async () => {
  const before = await createIssuedBill(finance, chenxi, 100)
  const dropped = await createDraft(finance, chenxi, 100)
  await finance.post(url(dropped.id, '/void'), { version: dropped.version, reason: '重复' })
  const drafts = []
  for (let n = 0; n < 50; n += 1) drafts.push(await createDraft(finance, chenxi, 100 + n))
  const answers = await Promise.all(
    drafts.map(({ id, version }) => retryWhileBusy(() => finance.post(url(id, '/issue'), { version }))),
  )
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200).map(({ body }) => body),
    [],
  )
  const numbers = answers.map(({ data }) => Number(data.code.slice(-5))).sort((a, b) => a - b)
  const first = Number(before.code?.slice(-5)) + 1
  assert.deepEqual(
    numbers,
    Array.from({ length: 50 }, (_, n) => first + n),
  )
})

test('a batch issues valid drafts and reports why others failed', async () => {
  const good = await createDraft(finance, chenxi, 100)
  const done = await createIssuedBill(finance, chenxi, 100)
  const { data } = await finance.post('/api/customer-bills/issue', { ids: [good.id, done.id, 999_999] })
  const [first, second, third] = data.results
  assert.match(first.code, /^ZD/)
  assert.equal(second.problem, '只有草稿才能出账，这张账单已经处理过。')
  assert.equal(third.problem, '这张账单不存在，或不在您可见的范围内。')
})

test('voiding needs a reason and a bill without receipts', async () => {
  const bill = await createIssuedBill(finance, chenxi, 5_000)
  const withoutReason = await finance.post(url(bill.id, '/void'), { version: bill.version })
  assert.deepEqual(Object.keys(withoutReason.data.fields), ['reason'])
  const paid = await finance.post(url(bill.id, '/receipts'), {
    onDay: '2026-05-19',
    amountCents: 1_000,
    method: 'cash',
  })
  const refused = await finance.post(url(bill.id, '/void'), { version: paid.data.version, reason: '开错' })
  assert.equal(refused.body.errorCode, 'WRONG_STATE')
  const clean = await createIssuedBill(finance, chenxi, 5_000)
  const gone = await finance.post(url(clean.id, '/void'), { version: clean.version, reason: '开错' })
  assert.deepEqual([gone.data.status, gone.data.reason, gone.data.code], ['void', '开错', clean.code])
})

test('an issued bill takes an invoice number of 8 or 20 digits', async () => {
  const bill = await createIssuedBill(finance, chenxi, 5_000)
  const note = (invoiceNo: string) =>
    finance.post(url(bill.id, '/invoice'), { version: bill.version, invoiceNo, invoiceType: 'special' })
  assert.deepEqual(Object.keys((await note('123')).data.fields), ['invoiceNo'])
  const { data } = await note('26332000000012345678')
  assert.deepEqual([data.invoiceNo, data.invoiceType], ['26332000000012345678', 'special'])
})

test('the list has totals, and overdue follows from the current day', async () => {
  const { id, version } = await createDraft(finance, chenxi, 77_777)
  const bill = (await finance.post(url(id, '/issue'), { version, dueOn: '2026-05-19' })).data
  const before = (await finance.get('/api/customer-bills?overdue=yes')).data
  assert.equal(before.total, 0)
  clock.now = new Date('2026-05-24T04:00:00Z')
  const { data } = await as('admin').get('/api/customer-bills?overdue=yes&pageSize=100')
  const found = data.items.find((one: { id: number }) => one.id === id)
  assert.equal(found.overdueDays, 5)
  assert.ok(data.sums.overdueCents >= 77_777)
  assert.equal(data.sums.overdueCount, data.total)
  clock.now = new Date('2026-05-19T04:00:00Z')
  const some = (await finance.get(`/api/customer-bills?keyword=${bill.code}`)).data
  assert.deepEqual([some.total, some.sums.totalCents, some.statusCounts], [1, 77_777, { open: 1 }])
  assert.equal(
    (await finance.get('/api/customer-bills?sort=-totalCents&status=open&status=paid')).status,
    200,
  )
})

test('bills out of scope return 404; sales and role 2 get 403', async () => {
  const bill = await createIssuedBill(finance, chenxi, 5_000)
  assert.equal((await as('admin').get(url(bill.id))).status, 200)
  for (const [who, status] of [
    ['admin2', 404],
    ['sales', 403],
    ['head', 403],
    ['agent', 403],
  ] as const) {
    assert.equal((await as(who).get(url(bill.id))).status, status, who)
    const paid = { onDay: '2026-05-19', amountCents: 1, method: 'cash' }
    assert.equal((await as(who).post(url(bill.id, '/receipts'), paid)).status, status, who)
    const log = await as(who).get(`/api/audit-logs?entity=customer-bill&recordId=${bill.id}`)
    assert.equal(log.status, status, who)
  }
})

test('each step adds an audit line', async () => {
  const bill = await createIssuedBill(finance, chenxi, 5_000)
  const { data } = await finance.get(`/api/audit-logs?entity=customer-bill&recordId=${bill.id}`)
  assert.deepEqual(
    data.items.map(({ action }: { action: string }) => action),
    ['issue', 'create'],
  )
  assert.deepEqual(data.items[1].changes.lines, [null, ['大促临时支援 ¥50.00 × 1 = ¥50.00']])
})
