import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inChinese } from '#kit/text.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { claimWorld } from './testClaims.ts'

const world = await claimWorld()
const {
  as,
  db,
  ids,
  store,
  claim,
  step,
  shown,
  list,
  handledBy,
  bindings,
  bind,
  done,
  newestNotice,
  figures,
} = world

/** Title and text of a user's newest notice. */
async function noticeTexts(username: string): Promise<string[]> {
  const notice = await newestNotice(username)
  if (!notice) return []
  return [notice.title, notice.text].flatMap((message) =>
    message ? [inChinese(message.sentence, message.values)] : [],
  )
}

await figures('晨曦:小禾', '2026-05-10', '2026-05-19', 91)
await figures('晨曦:若彤', '2026-05-01', '2026-05-19', 20)

test('a claim of an unmatched nick moves nothing, is listed for claimant and head, and notifies only the head', async () => {
  const query = new URLSearchParams({ storeId: String(store), nick: '晨曦:小禾' })
  const before = await as('agent').get(`/api/agent-accounts/claims/consequences?${query}`)
  assert.deepEqual(rowsByLabel(done(before)), {
    昵称归属: [null, '周小禾'],
    从这一天起: '2026-05-10',
    周小禾增加的天数: 10,
    周小禾增加的接待人数: 910,
    周小禾增加的咨询人数: 920,
  })
  assert.equal((await list('head')).total, 0, 'asking files nothing')
  const claimed = done(await claim('agent', '晨曦:小禾'))
  assert.deepEqual(
    [claimed.status, claimed.fromOn, claimed.staffName, claimed.holderName, claimed.mayDecide],
    ['pending', '2026-05-10', '周小禾', null, false],
  )
  assert.equal(await handledBy(ids.agent), 0)
  assert.deepEqual(await bindings('晨曦:小禾'), [])
  for (const [who, total, mayDecide] of [
    ['agent', 1, false],
    ['head', 1, true],
    ['admin', 1, true],
  ] as const) {
    const found = await list(who)
    assert.deepEqual([found.total, found.items[0].mayDecide], [total, mayDecide], who)
  }
  for (const who of ['agent3', 'agent2', 'head2', 'admin2']) assert.equal((await list(who)).total, 0, who)
  assert.deepEqual(await noticeTexts('head'), ['周小禾认领了晨曦家居旗舰店的昵称“晨曦:小禾”，请确认'])
  assert.equal((await newestNotice('head'))?.kind, 'nickClaimed')
  assert.deepEqual(await noticeTexts('admin'), [])
  const { items } = (await as('agent3').get('/api/agent-accounts/unmatched')).data
  const { claims } = items.find(({ nick }: { nick: string }) => nick === '晨曦:小禾')
  assert.deepEqual(claims, [{ id: claimed.id, version: 1, staffId: ids.agent, staffName: '周小禾' }])
  const line = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  assert.deepEqual([line.action, line.entity, line.recordId], ['claim-nick', 'store', String(store)])
})

test('confirming moves the figures that were shown to the head, and notifies the claimant', async () => {
  const [pending] = (await list('head', 'toDecide=true')).items
  const rows = await shown('head', pending, 'confirm')
  assert.equal(rows.周小禾增加的接待人数, 910)
  assert.equal(await handledBy(ids.agent), 0, 'asking moves nothing')
  const confirmed = done(await step('head', pending, 'confirm'))
  assert.deepEqual(
    [confirmed.status, confirmed.decidedByName, confirmed.mayUndo],
    ['confirmed', '陈思雨', true],
  )
  assert.equal(await handledBy(ids.agent), 910)
  assert.deepEqual(
    (await bindings('晨曦:小禾')).map(({ id: _, ...row }) => row),
    [{ staffId: ids.agent, fromOn: '2026-05-10', toOn: null }],
  )
  assert.deepEqual(await noticeTexts('agent'), [
    '您认领的晨曦家居旗舰店的昵称“晨曦:小禾”已确认',
    '陈思雨确认：从 2026-05-10 起归您，10 天、接待 910 人的数据算在您名下',
  ])
  assert.equal((await newestNotice('agent'))?.kind, 'nickDecided')
  const again = await step('head', { ...pending, version: confirmed.version }, 'confirm')
  assert.deepEqual([again.status, again.body.errorCode], [409, 'WRONG_STATE'])
})

test('a takeover ends the other binding the day before, and both people are notified with the same numbers', async () => {
  await bind('晨曦:若彤', ids.agent3, '2026-05-01')
  assert.equal(await handledBy(ids.agent3), 380)
  const claimed = done(await claim('agent', '晨曦:若彤', { takesOver: true, fromOn: '2026-05-16' }))
  assert.equal(claimed.holderName, '李若彤')
  assert.deepEqual(await noticeTexts('head'), [
    '周小禾认领了晨曦家居旗舰店的昵称“晨曦:若彤”，请确认',
    '这个昵称现在是李若彤的，确认后从 2026-05-16 起转给周小禾',
  ])
  assert.deepEqual(await shown('head', claimed, 'confirm'), {
    昵称归属: ['李若彤', '周小禾'],
    从这一天起: '2026-05-16',
    周小禾增加的天数: 4,
    周小禾增加的接待人数: 80,
    周小禾增加的咨询人数: 84,
    李若彤减少的天数: 4,
    李若彤减少的接待人数: 80,
    李若彤减少的咨询人数: 84,
  })
  done(await step('head', claimed, 'confirm'))
  assert.deepEqual([await handledBy(ids.agent), await handledBy(ids.agent3)], [910 + 80, 300])
  assert.deepEqual(
    (await bindings('晨曦:若彤')).map(({ id: _, ...row }) => row),
    [
      { staffId: ids.agent3, fromOn: '2026-05-01', toOn: '2026-05-15' },
      { staffId: ids.agent, fromOn: '2026-05-16', toOn: null },
    ],
  )
  assert.deepEqual(await noticeTexts('agent3'), [
    '晨曦家居旗舰店的昵称“晨曦:若彤”转给了周小禾',
    '陈思雨确认：从 2026-05-16 起，4 天、接待 80 人的数据不再算在您名下',
  ])
})

test('a takeover without a given day begins today, and replaces a binding that begins on the same day', async () => {
  await bind('晨曦:今天', ids.agent3, '2026-05-19')
  const claimed = done(await claim('agent', '晨曦:今天', { takesOver: true }))
  assert.equal(claimed.fromOn, '2026-05-19')
  done(await step('admin', claimed, 'confirm'))
  const rows = await bindings('晨曦:今天')
  assert.deepEqual(
    rows.map(({ staffId, fromOn, toOn }) => [staffId, fromOn, toOn]),
    [[ids.agent, '2026-05-19', null]],
  )
})

test('of two claims of the same nick, confirming the second gets CONFLICT and moves nothing', async () => {
  await figures('晨曦:共用', '2026-05-18', '2026-05-19', 5)
  const [first, second] = [done(await claim('agent', '晨曦:共用')), done(await claim('agent3', '晨曦:共用'))]
  done(await step('head', first, 'confirm'))
  const late = await step('head', second, 'confirm')
  assert.deepEqual([late.status, late.body.errorCode], [409, 'CONFLICT'])
  const window = await as('head').get(`/api/agent-accounts/claims/${second.id}/confirm/consequences`)
  assert.match(window.body.errorMessage ?? '', /已对应到周小禾/)
  done(await step('head', second, 'reject', { reason: '这个号是小禾的' }))
  assert.deepEqual(await noticeTexts('agent3'), [
    '您认领的晨曦家居旗舰店的昵称“晨曦:共用”没有通过',
    '陈思雨：“这个号是小禾的”',
  ])
  assert.equal((await bindings('晨曦:共用')).length, 1)
})

test('a takeover from an agent of another team can be confirmed only by an admin', async () => {
  await bind('晨曦:外组', ids.agent2, '2026-05-01')
  const claimed = done(await claim('agent', '晨曦:外组', { takesOver: true }))
  assert.equal((await list('head', 'status=pending')).items[0].mayDecide, false)
  assert.equal((await list('head', 'toDecide=true')).total, 0)
  assert.equal((await step('head', claimed, 'confirm')).status, 403)
  assert.equal((await step('head', claimed, 'reject')).status, 403)
  assert.deepEqual(await noticeTexts('admin'), [
    '周小禾认领了晨曦家居旗舰店的昵称“晨曦:外组”，请确认',
    '这个昵称现在是赵晓冬的，确认后从 2026-05-19 起转给周小禾',
  ])
  done(await step('admin', claimed, 'confirm'))
  assert.equal((await newestNotice('agent2'))?.kind, 'nickDecided')
})

test('a claim that is not possible gets an error message', async () => {
  const sentence = async (who: string, nick: string, more: object = {}) => {
    const { status, body } = await claim(who, nick, more)
    return [status, body.errorMessage]
  }
  assert.deepEqual(await sentence('head', '晨曦:小禾'), [403, '您可以直接对应昵称，不需要认领。'])
  assert.deepEqual(await sentence('agent', '晨曦:小禾'), [409, '这个昵称在那一天已经是您的，不需要认领。'])
  assert.deepEqual(await sentence('agent3', '晨曦:小禾'), [
    409,
    '昵称“晨曦:小禾”自 2026-05-10 起是周小禾的。要改为您的，请在店铺的平台昵称里从周小禾那一行认领。',
  ])
  done(await claim('agent3', '晨曦:小禾', { takesOver: true }))
  assert.deepEqual(await sentence('agent3', '晨曦:小禾', { takesOver: true }), [
    409,
    '您已经认领了这个昵称，正在等确认。',
  ])
  const { storeId: _, ...foreign } = { storeId: store, nick: '外店' }
  const far = await as('agent').post('/api/agent-accounts/claims', { ...foreign, storeId: store + 2 })
  assert.equal(far.status, 404)
  assert.equal(
    (await as('sales').post('/api/agent-accounts/claims', { ...foreign, storeId: store })).status,
    403,
  )
})

test('a step is rejected without permission and with a stale version', async () => {
  const [pending] = (await list('agent3', 'status=pending')).items
  assert.equal((await step('agent', pending, 'withdraw')).status, 403, 'the holder reads it, and no more')
  assert.equal((await step('agent2', pending, 'withdraw')).status, 404)
  assert.equal((await step('agent3', pending, 'confirm')).status, 403)
  for (const verb of ['confirm', 'reject', 'undo']) {
    assert.equal((await step('head2', pending, verb)).status, 404, verb)
    assert.equal((await step('admin2', pending, verb)).status, 404, verb)
  }
  const stale = await step('head', { ...pending, version: 9 }, 'confirm')
  assert.deepEqual([stale.body.errorCode, stale.data.current.nick], ['STALE', '晨曦:小禾'])
})

test('a confirmation is rejected if the bindings of the nick changed since its consequences were shown', async () => {
  const [pending] = (await list('head', 'toDecide=true')).items
  const path = `/api/agent-accounts/claims/${pending.id}/confirm/consequences`
  const { seal } = done(await as('head').get(path))
  await bind('晨曦:小禾', ids.agent, '2026-05-09')
  const late = await step('head', pending, 'confirm', { seal })
  assert.deepEqual([late.status, late.body.errorCode], [409, 'CONFLICT'])
  done(await step('head', pending, 'confirm', { seal: done(await as('head').get(path)).seal }))
})

test('a direct binding by a head confirms the claim of the same agent; a withdrawn claim cannot be confirmed', async () => {
  await figures('晨曦:新号', '2026-05-19', '2026-05-19', 7)
  const claimed = done(await claim('agent3', '晨曦:新号'))
  await bind('晨曦:新号', ids.agent3, '2026-05-19', 'head')
  const found = (await list('agent3')).items.find(({ id }: { id: number }) => id === claimed.id)
  assert.deepEqual([found.status, found.decidedByName], ['confirmed', '陈思雨'])
  assert.match((await noticeTexts('agent3'))[0] ?? '', /已确认$/)
  const other = done(await claim('agent3', '晨曦:手误'))
  done(await step('agent3', other, 'withdraw'))
  assert.equal((await list('head', 'status=pending')).total, 0)
  assert.equal((await step('head', { ...other, version: 2 }, 'confirm')).body.errorCode, 'WRONG_STATE')
})

test('claims are listed pending first, and filtered by status and store', async () => {
  done(await claim('agent', '晨曦:最新'))
  const { items, total } = await list('head')
  assert.equal(items[0].status, 'pending')
  assert.equal(total, items.length)
  const statuses = new Set(
    (await list('head', 'status=rejected&status=withdrawn')).items.map(
      (one: { status: string }) => one.status,
    ),
  )
  assert.deepEqual([...statuses].sort(), ['rejected', 'withdrawn'])
  assert.equal((await list('admin', `storeId=${store + 1}`)).total, 0)
})
