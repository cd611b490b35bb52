import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { type Cells, importing } from '#testing/testSheets.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const app = await testApp(seedWorld)
const { db } = app
const { storeId } = idsIn(db)
const { checked, imported, undone, rowsOf, nonZeroCounts } = importing(app)

const STORE = '晨曦家居旗舰店'
const ENDED: Cells = {
  店铺: STORE,
  平台昵称: '晨曦:小禾',
  客服: '周小禾',
  开始日期: '2026-01-05',
  结束日期: '2026-03-31',
}

const spansOf = async (nick: string) =>
  db
    .selectFrom('agentAccount')
    .select(['fromOn', 'toOn'])
    .where('storeId', '=', await storeId(STORE))
    .where('nick', '=', nick)
    .orderBy('fromOn')
    .execute()

test('a nick that has ended is imported with its days, and again without a change', async () => {
  await imported('admin', 'nick', [ENDED])
  assert.deepEqual(await spansOf('晨曦:小禾'), [{ fromOn: '2026-01-05', toOn: '2026-03-31' }])
  assert.deepEqual(nonZeroCounts(await checked('admin', 'nick', [ENDED])), { same: 1 })
})

test('a last day can be added or made earlier and is undone; it can be neither cleared nor made later', async () => {
  const open = { ...ENDED, 平台昵称: '晨曦:新人', 结束日期: '' }
  await imported('head', 'nick', [open])
  const id = await imported('head', 'nick', [{ ...open, 结束日期: '2026-05-31' }])
  assert.deepEqual(await spansOf('晨曦:新人'), [{ fromOn: '2026-01-05', toOn: '2026-05-31' }])
  const problems: string[] = []
  for (const 结束日期 of ['清空', '2026-06-30']) {
    const preview = await checked('head', 'nick', [{ ...open, 结束日期 }])
    problems.push((await rowsOf('head', preview.id))[0].problem)
  }
  assert.deepEqual(problems, [
    '结束日期不能清空；要继续使用，请另加一行，写新的开始日期。',
    '这条记录已在 2026-05-31 结束，只能改为更早的日期。',
  ])
  await undone('head', id)
  assert.deepEqual(await spansOf('晨曦:新人'), [{ fromOn: '2026-01-05', toOn: null }])
})

test('an undo is refused if the nick has gone to another person since', async () => {
  const row = { ...ENDED, 平台昵称: '晨曦:换人', 结束日期: '' }
  await imported('admin', 'nick', [row])
  const id = await imported('admin', 'nick', [{ ...row, 结束日期: '2026-04-30' }])
  await imported('admin', 'nick', [{ ...row, 客服: '李若彤', 开始日期: '2026-05-01' }])
  const { status, data } = await undone('admin', id)
  assert.equal(status, 409)
  assert.match(data.rows[0].problem, /已对应到李若彤/)
})

test('a later first day of the same person changes nothing, and a note says so', async () => {
  const preview = await checked('admin', 'nick', [{ ...ENDED, 开始日期: '2026-02-01' }])
  assert.deepEqual([nonZeroCounts(preview), preview.noted], [{ same: 1 }, 1])
  const [{ problem }] = await rowsOf('admin', preview.id)
  assert.equal(problem, '这个昵称从 2026-01-05 起就是此人的；开始日期只能改早，没有改。')
})

test('nicks that differ only in width or case are different records; a stopped store gets no new ones', async () => {
  const row = { ...ENDED, 结束日期: '' }
  const preview = await checked('admin', 'nick', [
    { ...row, 平台昵称: 'Xiao' },
    { ...row, 平台昵称: 'xiao' },
    { ...row, 店铺: '晨曦旧店' },
  ])
  assert.deepEqual(nonZeroCounts(preview), { create: 2, error: 1 })
  assert.equal((await rowsOf('admin', preview.id))[2].problem, '店铺已停止服务，不能再对应昵称。')
})
