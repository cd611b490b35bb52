import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inChinese } from '#kit/text.ts'
import { assertClosed, closeMonth, openMonth } from '#testing/testClosedMonth.ts'
import { claimWorld } from './testClaims.ts'

const world = await claimWorld()
const {
  as,
  db,
  clock,
  ids,
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

const NICK = '晨曦:若彤'
await figures(NICK, '2026-05-01', '2026-05-19', 20)
await figures('晨曦:四月', '2026-04-20', '2026-04-30', 3)
await bind(NICK, ids.agent3, '2026-05-01')

const rowsOf = (nick: string) =>
  db
    .selectFrom('agentAccount')
    .select(['id', 'staffId', 'fromOn', 'toOn', 'createdAt', 'createdBy'])
    .where('nick', '=', nick)
    .orderBy('id')
    .execute()

async function takeOver(nick: string, fromOn: string) {
  const claimed = done(await claim('agent', nick, { takesOver: true, fromOn }))
  return done(await step('head', claimed, 'confirm'))
}

test('an undo restores the bindings exactly as they were, and both people are notified', async () => {
  for (const fromOn of ['2026-05-16', '2026-05-01']) {
    const before = await rowsOf(NICK)
    const confirmed = await takeOver(NICK, fromOn)
    const [mine, hers] = [await handledBy(ids.agent), await handledBy(ids.agent3)]
    assert.ok(mine > 0)
    const rows = await shown('head', confirmed, 'undo')
    assert.deepEqual(rows.昵称归属, ['周小禾', '李若彤'])
    assert.deepEqual([rows.周小禾减少的接待人数, rows.李若彤增加的接待人数], [mine, 380 - hers])
    const undone = done(await step('head', confirmed, 'undo'))
    assert.deepEqual([undone.status, undone.undoneByName, undone.mayUndo], ['undone', '陈思雨', false])
    assert.deepEqual(await rowsOf(NICK), before)
    assert.deepEqual([await handledBy(ids.agent), await handledBy(ids.agent3)], [0, 380])
    for (const [who, text] of [
      ['agent', `陈思雨撤销：从 ${fromOn} 起不再归您`],
      ['agent3', `陈思雨撤销：从 ${fromOn} 起又归您`],
    ] as const) {
      const notice = await newestNotice(who)
      assert.equal(notice?.kind, 'nickDecided')
      assert.equal(notice?.text && inChinese(notice.text.sentence, notice.text.values), text)
    }
    const twice = await step('head', undone, 'undo')
    assert.equal(twice.body.errorCode, 'WRONG_STATE')
  }
})

test('an undo is rejected if the bindings changed since, and possible once the later change is undone', async () => {
  const first = await takeOver(NICK, '2026-05-10')
  const back = done(await claim('agent3', NICK, { takesOver: true, fromOn: '2026-05-12' }))
  const second = done(await step('head', back, 'confirm'))
  const refused = await step('head', first, 'undo')
  assert.deepEqual(
    [refused.status, refused.body.errorMessage],
    [409, '这个昵称的归属在确认之后又改过，不能撤销。请在店铺的平台昵称里改。'],
  )
  const shownFirst = (await list('head')).items.find(({ id }: { id: number }) => id === first.id)
  assert.equal(shownFirst.mayUndo, false)
  done(await step('admin', second, 'undo'))
  done(await step('head', first, 'undo'))
  assert.equal(await handledBy(ids.agent3), 380)
})

test('a direct binding can be undone like a claim, and the agent who loses it is notified', async () => {
  const { nick } = await bind('晨曦:直接', ids.agent3, '2026-05-02', 'head')
  const [direct] = (await list('head', 'status=confirmed')).items
  assert.deepEqual(
    [direct.nick, direct.isDirect, direct.decidedByName, direct.mayUndo],
    [nick, true, '陈思雨', true],
  )
  done(await step('head', direct, 'undo'))
  assert.deepEqual(await bindings('晨曦:直接'), [])
  const notice = await newestNotice('agent3')
  assert.equal(notice?.title.values.nick, '晨曦:直接')
})

test('undoing an earlier first day restores the former first day of the binding', async () => {
  await bind('晨曦:提前', ids.agent3, '2026-05-10')
  await bind('晨曦:提前', ids.agent3, '2026-05-05')
  const [earlier] = (await list('head', 'status=confirmed')).items
  done(await step('head', earlier, 'undo'))
  assert.deepEqual(
    (await bindings('晨曦:提前')).map(({ fromOn }) => fromOn),
    ['2026-05-10'],
  )
})

test('an undo is possible for 30 days, unless the nick would return to a person who has left', async () => {
  const confirmed = await takeOver('晨曦:提前', '2026-05-15')
  const decidedAt = (days: number) => ({ decidedAt: new Date(clock.now.getTime() - days * 86_400_000) })
  await db.updateTable('nickClaim').set(decidedAt(31)).where('id', '=', confirmed.id).execute()
  assert.equal((await step('head', confirmed, 'undo')).body.errorMessage?.slice(0, 10), '确认已超过 30 天')
  assert.ok(!(await list('head')).items.some(({ id }: { id: number }) => id === confirmed.id))
  await db.updateTable('nickClaim').set(decidedAt(29)).where('id', '=', confirmed.id).execute()
  await db
    .updateTable('staff')
    .set({ status: 'left', leftOn: '2026-05-18' })
    .where('id', '=', ids.agent3)
    .execute()
  const left = await step('head', confirmed, 'undo')
  assert.equal(left.body.errorMessage, '李若彤已离职，昵称不能再还给此人。请在店铺的平台昵称里改。')
  await db.updateTable('staff').set({ status: 'active', leftOn: null }).where('id', '=', ids.agent3).execute()
})

test('claim, confirmation and undo are rejected if they change days of a closed month', async () => {
  await bind('晨曦:四月', ids.agent3, '2026-04-01')
  const [mine, other] = [
    done(await claim('agent', '晨曦:四月', { takesOver: true, fromOn: '2026-04-20' })),
    await bind('晨曦:四月二', ids.agent3, '2026-04-01'),
  ]
  const confirmed = await takeOver(other.nick, '2026-04-25')
  await closeMonth(db)
  const before = [await rowsOf('晨曦:四月'), await rowsOf('晨曦:四月二')]
  const late = { takesOver: true, fromOn: '2026-04-30' }
  assertClosed(await claim('agent', NICK, late), 'claim')
  assertClosed(await step('head', mine, 'confirm'), 'confirm')
  assertClosed(await as('head').get(`/api/agent-accounts/claims/${mine.id}/confirm/consequences`), 'window')
  assertClosed(await step('head', confirmed, 'undo'), 'undo')
  assert.deepEqual([await rowsOf('晨曦:四月'), await rowsOf('晨曦:四月二')], before)
  await openMonth(db)
  done(await step('head', confirmed, 'undo'))
  done(await step('head', mine, 'confirm'))
})

test('pending claims are withdrawn when the claimant leaves', async () => {
  const pending = done(await claim('agent3', '晨曦:离职'))
  const { version } = (await as('admin').get(`/api/staff/${ids.agent3}`)).data
  const { items } = (await as('admin').get(`/api/staff/${ids.agent3}/handover`)).data
  assert.deepEqual(
    items
      .filter(({ kind }: { kind: string }) => kind === 'nickClaim')
      .map(({ nick }: { nick: string }) => nick),
    ['晨曦:离职'],
  )
  const choices = [...new Set(items.map(({ kind }: { kind: string }) => kind))].map((kind) => ({
    kind,
    toId: null,
  }))
  done(await as('admin').post(`/api/staff/${ids.agent3}/leave`, { version, leftOn: '2026-05-19', choices }))
  const row = (await list('head')).items.find(({ id }: { id: number }) => id === pending.id)
  assert.equal(row.status, 'withdrawn')
})
