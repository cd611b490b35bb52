import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { closeMonth } from '#testing/testClosedMonth.ts'
import { type Cells, importing } from '#testing/testSheets.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const app = await testApp(seedWorld)
const { as, db } = app
const { storeId } = idsIn(db)
const { checked, imported, undone, rowsOf, nonZeroCounts } = importing(app)

const TMALL = '晨曦家居旗舰店'
const FIXED: Cells = {
  店铺: TMALL,
  生效日期: '2026-01-01',
  计费方式: '固定月费',
  费用: '3000.00',
  店铺工资: '800',
}
const PLANNED: Cells = {
  店铺: TMALL,
  生效日期: '2026-06-01',
  计费方式: '按量分档',
  档位: '100:3000；不限：6,000.5',
}

const termsOf = async (name = TMALL) =>
  db
    .selectFrom('storeTerms')
    .select(['fromOn', 'pricing', 'storeSalaryCents', 'note'])
    .where('storeId', '=', await storeId(name))
    .where('replacedAt', 'is', null)
    .orderBy('fromOn')
    .execute()

async function problemOf(who: string, row: Cells): Promise<[string, string | null]> {
  const { id } = await checked(who, 'terms', [row])
  const [{ state, problem }] = await rowsOf(who, id)
  return [state, problem]
}

test('terms are added by store and first day, tiers included; the same file again changes nothing', async () => {
  await imported('sales', 'terms', [FIXED, PLANNED])
  assert.deepEqual(await termsOf(), [
    {
      fromOn: '2026-01-01',
      pricing: { model: 'fixed', monthlyCents: 300_000 },
      storeSalaryCents: 80_000,
      note: null,
    },
    {
      fromOn: '2026-06-01',
      pricing: {
        model: 'tier',
        tiers: [
          { upTo: 100, monthlyCents: 300_000 },
          { upTo: null, monthlyCents: 600_050 },
        ],
      },
      storeSalaryCents: null,
      note: null,
    },
  ])
  assert.deepEqual(nonZeroCounts(await checked('sales', 'terms', [FIXED, PLANNED])), { same: 2 })
  const line = await db
    .selectFrom('audit')
    .select(['action', 'via'])
    .where('entity', '=', 'store-terms')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual(line, { action: 'add', via: 'import' })
})

test('terms in effect are corrected by admin and finance with a reason; planned ones by every user who prices stores', async () => {
  const dearer = { ...FIXED, 费用: '3200' }
  assert.deepEqual(await problemOf('sales', { ...dearer, 原因: '谈好了' }), [
    'error',
    '过去日期的价格变更请由管理员或财务录入。',
  ])
  assert.deepEqual(await problemOf('finance', dearer), ['error', '请写明原因。'])
  assert.deepEqual(await problemOf('finance', { ...FIXED, 原因: '没有改什么' }), ['same', null])
  const id = await imported('finance', 'terms', [{ ...dearer, 原因: '录错' }])
  assert.deepEqual((await termsOf())[0]?.pricing, { model: 'fixed', monthlyCents: 320_000 })
  const { items } = (await as('finance').get(`/api/stores/${await storeId(TMALL)}/terms`)).data
  assert.deepEqual(
    items.map(({ state, replacedReason }: { state: string; replacedReason: string | null }) => [
      state,
      replacedReason,
    ]),
    [
      ['replaced', '录错'],
      ['current', null],
      ['planned', null],
    ],
  )
  assert.equal((await undone('finance', id)).status, 200)
  assert.deepEqual((await termsOf())[0], {
    fromOn: '2026-01-01',
    pricing: { model: 'fixed', monthlyCents: 300_000 },
    storeSalaryCents: 80_000,
    note: null,
  })
  await imported('sales', 'terms', [{ ...PLANNED, 备注: '618 起' }])
  assert.equal((await termsOf())[1]?.note, '618 起')
})

test('a row needs the parameters of its model and no others; tiers have one form', async () => {
  assert.deepEqual(await problemOf('finance', { ...FIXED, 生效日期: '2026-07-01', 每天包量: '200' }), [
    'error',
    '计费方式是固定月费，不用填每天包量，请把这一格留空。',
  ])
  const included = { ...FIXED, 生效日期: '2026-07-01', 计费方式: '包量 + 超量' }
  assert.deepEqual(await problemOf('finance', included), ['error', '请输入每天包量'])
  const [state, problem] = await problemOf('finance', {
    ...PLANNED,
    生效日期: '2026-07-01',
    档位: '一百以内三千',
  })
  assert.deepEqual([state, problem?.startsWith('档位“一百以内三千”应写成')], ['error', true])
  assert.deepEqual(
    await problemOf('finance', { ...PLANNED, 生效日期: '2026-07-01', 档位: '200：1；100：2' }),
    ['error', '日均上限要逐档增大，最后一档不设上限'],
  )
  const changed = { ...FIXED, 计费方式: '按天', 原因: '改按天' }
  assert.deepEqual(await problemOf('finance', changed), ['update', null])
})

test('the undo of added terms lets the former ones apply again', async () => {
  const before = await termsOf()
  const id = await imported('finance', 'terms', [
    { ...FIXED, 生效日期: '2026-04-01', 费用: '1', 原因: '四月起' },
  ])
  assert.equal((await termsOf()).length, before.length + 1)
  const { data } = await undone('finance', id)
  assert.deepEqual(nonZeroCounts(data), { undone: 1 })
  assert.deepEqual(await termsOf(), before)
})

test('an undo keeps terms that were corrected since', async () => {
  const name = '宏远数码京东自营店'
  const id = await imported('finance', 'terms', [{ ...FIXED, 店铺: name }])
  await imported('finance', 'terms', [{ ...FIXED, 店铺: name, 费用: '5', 原因: '又改' }])
  const refused = await undone('finance', id)
  assert.equal(refused.status, 409)
  assert.equal(refused.data.rows[0].problem, '导入之后又被改过，没有撤销。')
})

test('terms of other sales people’s stores are not found; role 2 imports none', async () => {
  const [state, problem] = await problemOf('sales2', FIXED)
  assert.deepEqual([state, problem?.startsWith('没有找到店铺')], ['error', true])
  for (const who of ['head', 'agent']) {
    const { status } = await as(who).upload(
      '/api/record-imports',
      { name: 'x.csv', bytes: Buffer.from('店铺,生效日期,计费方式\nx,2026-01-01,按天\n') },
      { entity: 'terms' },
    )
    assert.equal(status, 403, who)
  }
})

test('terms that began in a closed month are not changed by a sheet', async () => {
  await db.updateTable('company').set({ booksFrom: '2026-03-01' }).execute()
  await closeMonth(db, '001', '2026-03')
  const [state, problem] = await problemOf('finance', { ...FIXED, 费用: '1', 原因: '改' })
  assert.deepEqual([state, problem?.startsWith('这条计费方式从已结账的月份开始')], ['error', true])
  assert.deepEqual(nonZeroCounts(await checked('finance', 'terms', [FIXED])), { same: 1 })
})
