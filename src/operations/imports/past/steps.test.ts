import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyKeyedLines } from '#operations/imports/queries.ts'
import { correctionInput } from '#testing/testCorrections.ts'
import { figures, taobaoFile } from '#testing/testImports.ts'
import { day, nonzeroCounts, pastWorld, STORE } from '#testing/testPast.ts'

const world = await pastWorld()
const { as, db, storeId, send, step, importRows, faults, figuresOn } = world

const PREFIX = `${STORE}:`

test('a later file replaces an earlier one and must be undone first, which restores the earlier figures', async () => {
  const on = '2025-03-01'
  const first = await importRows('head', [day(on, 10), day('2025-03-02', 1)])
  const second = await importRows('admin', [day(on, 15)])
  assert.deepEqual([nonzeroCounts(second), await figuresOn(on)], [{ update: 1 }, [15, null, 'keyed']])
  const early = await step('head', 'undo', first)
  assert.equal(early.status, 409)
  assert.match(early.body.errorMessage ?? '', /之后又导入过历史日数据“历史\.xlsx”/)
  assert.equal((await step('admin', 'undo', second)).data.status, 'undone')
  assert.deepEqual(await figuresOn(on), [10, null, 'keyed'])
  assert.equal((await step('head', 'undo', first)).data.status, 'undone')
  assert.deepEqual([await figuresOn(on), await figuresOn('2025-03-02')], [undefined, undefined])
  assert.equal((await step('head', 'undo', first)).status, 409)
})

test('of several earlier files, the latest is restored', async () => {
  const on = '2025-03-05'
  await importRows('head', [day(on, 10)])
  const second = await importRows('head', [day(on, 15)])
  const third = await importRows('admin', [day(on, 20)])
  await step('admin', 'undo', third)
  assert.deepEqual(await figuresOn(on), [15, null, 'keyed'])
  await step('head', 'undo', second)
  assert.deepEqual(await figuresOn(on), [10, null, 'keyed'])
})

test('a platform’s file takes precedence in any order, and the difference is listed', async () => {
  const [early, late] = ['2026-04-01', '2026-04-02']
  const platform = async (on: string) => {
    const preview = await world.upload('agent', taobaoFile({ [`${PREFIX}小雨`]: [20, 18, 2] }), { on })
    return world.commit('agent', preview)
  }
  await importRows('head', [day(early, 10)])
  await platform(early)
  const brought = await platform(late)
  const done = await importRows('head', [day(late, 10), day('2026-04-03', 7)])
  assert.deepEqual(nonzeroCounts(done), { conflict: 1, create: 1 })
  assert.deepEqual(
    [await figuresOn(early), await figuresOn(late)],
    [
      [20, 18, 'sum'],
      [20, 18, 'sum'],
    ],
  )
  const { data } = await as('head').get('/api/figures/differences?pageSize=100')
  const listed = data.items.map(({ on, sides }: { on: string; sides: object[] }) => [on, sides])
  const side = [{ measure: 'consultUsers', keyed: 10, imported: 20 }]
  assert.deepEqual(listed, [
    [late, side],
    [early, side],
  ])
  // After the platform's file is undone, the template's figures count, and the report shows their source.
  const sourceOf = async (on: string) => {
    const days = `storeId=${storeId(STORE)}&from=${on}&to=${on}`
    return (await as('head').get(`/api/reports/daily-store?${days}`)).data.items[0].source
  }
  assert.equal(await sourceOf(late), 'sum')
  await world.undo('agent', brought)
  assert.deepEqual([await figuresOn(late), await sourceOf(late)], [[10, null, 'keyed'], 'workbook'])
  const same = await send('head', [day(early, 20)])
  assert.deepEqual(nonzeroCounts(same), { same: 1 })
})

test('a corrected day keeps its correction; a row that differs from the old value is rejected', async () => {
  const on = '2026-04-10'
  await importRows('head', [day(on, 10)])
  const correct = await as('head').post('/api/figure-corrections', {
    ...(await correctionInput({ as }, { storeId: storeId(STORE), on }, { consultUsers: 12 })),
    reason: '漏了两位',
  })
  assert.equal(correct.status, 200, correct.body.errorMessage)
  const other = await importRows('head', [day(on, 11)])
  assert.deepEqual([nonzeroCounts(other), await figuresOn(on)], [{ conflict: 1 }, [12, null, 'keyed']])
  const { items } = await faults('head', other)
  assert.match(items[0].faults[0].message, /^这一天的数手工更正过，以更正为准。/)
  // A row with the old value may add other figures.
  const more = await importRows('head', [day(on, 10, { 询单人数: 4 })])
  const { stores } = await figures(db)
  const row = stores.find(({ onDay }) => onDay === on)
  assert.deepEqual([nonzeroCounts(more), row?.consultUsers, row?.inquiryUsers], [{ update: 1 }, 12, 4])
  assert.deepEqual(await figuresOn(on), [12, null, 'keyed'])
})

test('the store’s own row replaces the sum of keyed figures, and the undo restores the sum', async () => {
  const on = '2026-04-20'
  await db.transaction().execute((within) =>
    applyKeyedLines(within, {
      companyCode: '001',
      worklogId: 77,
      at: new Date('2026-05-19T04:00:00Z'),
      lines: [{ storeId: storeId(STORE), on, nick: `${PREFIX}小雨`, consultUsers: 8, handledUsers: 8 }],
    }),
  )
  assert.deepEqual(await figuresOn(on), [8, null, 'keyed'])
  const done = await importRows('head', [day(on, 30)])
  assert.deepEqual([nonzeroCounts(done), await figuresOn(on)], [{ update: 1 }, [30, null, 'keyed']])
  await step('head', 'undo', done)
  assert.deepEqual(await figuresOn(on), [8, null, 'keyed'])
})
