import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { insertFigures, startService } from '#testing/testBills.ts'
import { closingsOf } from '#testing/testClosing.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Bill } from './contract.ts'
import { explainMissing, missingNotice, missingReasonToSave } from './rules.ts'

const world = await testApp(seedWorld)
const { as, db } = world
const ids = idsIn(db)
const finance = as('finance')
const [shop, other, byTier] = await Promise.all(
  ['晨曦家居旗舰店', '星澜美妆', '宏远数码京东自营店'].map(ids.storeId),
)
const included = { model: 'included', monthlyCents: 300_000, includedDaily: 100, overageCents: 50 } as const
await startService(db, shop ?? 0, included)
await startService(db, other ?? 0, included)
const tiers = [
  { upTo: 100, monthlyCents: 200_000 },
  { upTo: null, monthlyCents: 400_000 },
]
await startService(db, byTier ?? 0, { model: 'tier', tiers })
await insertFigures(db, shop ?? 0, ['2026-04-01', '2026-04-28'], { consultUsers: 120 })
await insertFigures(db, other ?? 0, ['2026-04-01', '2026-04-30'], { consultUsers: 120 })
await finance.post('/api/customer-bills/propose', { month: '2026-04' })

const draftOf = async (storeId: number | undefined): Promise<Bill> =>
  (await finance.get(`/api/customer-bills?storeId=${storeId}&month=2026-04`)).data.items[0]
const issue = ({ id, version }: Bill, more: object = {}) =>
  finance.post(`/api/customer-bills/${id}/issue`, { version, ...more })

test('issuing a draft with missing data needs a reason, alone or in a batch; other drafts need none', async () => {
  const [lacking, complete, lowest] = [await draftOf(shop), await draftOf(other), await draftOf(byTier)]
  const refused = await issue(lacking)
  assert.deepEqual(
    [refused.status, refused.data.fields],
    [400, { missingReason: '这张账单缺 2 天数据，出账请写明理由。' }],
  )
  assert.deepEqual((await issue(lowest)).data.fields, {
    missingReason: '上个月没有数据，按最低档出账请写明理由。',
  })
  assert.deepEqual((await issue(lacking, { missingReason: 'other' })).data.fields, {
    missingNote: '请写明理由。',
  })
  assert.deepEqual(Object.keys((await issue(lacking, { missingReason: 'tired' })).data.fields), [
    'missingReason',
  ])
  const { results } = (await finance.post('/api/customer-bills/issue', { ids: [lacking.id, complete.id] }))
    .data
  assert.deepEqual(
    results.map(({ problem }: { problem: string | null }) => problem),
    ['这张账单缺 2 天数据，出账请写明理由。', null],
  )
  const page = (await finance.get(`/api/customer-bills/${complete.id}`)).data
  assert.deepEqual([page.missingReason, page.missingNote], [null, null])
})

test('the preview needs no reason', async () => {
  const { id } = await draftOf(shop)
  const { status, data } = await finance.get(`/api/customer-bills/${id}/issue/consequences`)
  assert.equal(status, 200)
  assert.ok(data.items.some(({ label }: { label: string }) => label === '缺数据的账单'))
})

test('the reason is saved on the bill, printed, logged and listed', async () => {
  const [lacking, lowest] = [await draftOf(shop), await draftOf(byTier)]
  const request = { ids: [lacking.id, lowest.id], missingReason: 'other', missingNote: '店铺停电两天' }
  const { results } = (await finance.post('/api/customer-bills/issue', request)).data
  assert.deepEqual(
    results.map(({ problem }: { problem: string | null }) => problem),
    [null, null],
  )
  const page = (await finance.get(`/api/customer-bills/${lacking.id}`)).data
  assert.deepEqual([page.missingReason, page.missingNote], ['other', '店铺停电两天'])
  assert.equal(missingNotice(page), '04-29 至 04-30 无平台数据，未计超量')
  assert.equal(explainMissing(page), '04-29 至 04-30 无平台数据，未计超量（店铺停电两天）')
  const line = await db
    .selectFrom('audit')
    .select('changes')
    .where('entity', '=', 'customer-bill')
    .where('recordId', '=', String(lacking.id))
    .where('action', '=', 'issue')
    .executeTakeFirstOrThrow()
  const { missingReason, missingNote, missingDays } = line.changes as Record<string, unknown>
  assert.deepEqual(
    [missingReason, missingNote, missingDays],
    [
      [null, 'other'],
      [null, '店铺停电两天'],
      [null, ['2026-04-29', '2026-04-30']],
    ],
  )
  const listed = (await finance.get('/api/customer-bills?incomplete=issued&month=2026-04')).data
  assert.deepEqual(listed.items.map(({ id }: Bill) => id).sort(), [lacking.id, lowest.id].sort())
})

test('the closing checklist counts the bills without requiring anything', async () => {
  const checks = await closingsOf(world).checks('admin', '2026-04', '?companyCode=001')
  const found = checks.find(({ item }) => item === 'missingIssued')
  assert.deepEqual([found?.done, found?.count, found?.of], [true, 2, 3])
  const query = found?.link?.slice(found.link.indexOf('?'))
  assert.equal((await as('admin').get(`/api/customer-bills${query}`)).data.total, found?.count)
})

test('a reason is saved only if data is missing', () => {
  const missing: Bill['missing'] = [{ what: 'volume', days: ['2026-04-29'] }]
  assert.deepEqual(missingReasonToSave([], { missingReason: 'noData' }), {
    missingReason: null,
    missingNote: null,
  })
  assert.deepEqual(missingReasonToSave(missing, { missingReason: 'closed', missingNote: '多余' }), {
    missingReason: 'closed',
    missingNote: null,
  })
})

test('missing days are listed as spans, by what was left out', () => {
  const missing: Bill['missing'] = [
    { what: 'volume', days: ['2026-04-03', '2026-04-05', '2026-04-06'] },
    { what: 'sales', days: ['2026-04-30'] },
    { what: 'mean', days: [] },
  ]
  const bill = { status: 'open', missing, missingReason: 'noData' } as const
  assert.equal(
    missingNotice(bill),
    '04-03、04-05 至 04-06 无平台数据，未计超量；04-30 无平台数据，未计提成；上月没有数据，按最低档',
  )
  assert.equal(missingNotice({ ...bill, status: 'draft' }), null)
  assert.equal(explainMissing({ ...bill, missingNote: null, status: 'draft' }), null)
  assert.equal(missingNotice({ ...bill, missingReason: null }), null)
  const volume = { ...bill, missing: missing.slice(0, 1), missingNote: null }
  assert.equal(explainMissing(volume), '04-03、04-05 至 04-06 无平台数据，未计超量')
  const explained = { ...volume, missingReason: 'closed' as const }
  assert.equal(explainMissing(explained), '04-03、04-05 至 04-06 无平台数据，未计超量（店铺当天未营业）')
  assert.match(explainMissing({ ...bill, missingNote: null }) ?? '', /按最低档（平台无数据）$/)
})
