import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { deleteNoticesBefore, type NewNotice, notify } from './queries.ts'

const { as, db } = await testApp(seedWorld)

const staff = await db.selectFrom('staff').select(['id', 'username']).execute()
const idOf = (username: string) => staff.find((one) => one.username === username)?.id ?? 0

const notice = (who: string, more: Partial<NewNotice> = {}): NewNotice => ({
  companyCode: '001',
  staffId: idOf(who),
  kind: 'mention',
  title: { sentence: '{name}在「{customer}」的备注里提到您', values: { name: '何立', customer: '晨曦家居' } },
  text: null,
  link: '/customer-management/1?tab=contact',
  at: NOON,
  ...more,
})
const listOf = async (who: string, query = '') => (await as(who).get(`/api/notices?${query}`)).data
const unreadOf = async (who: string) => (await as(who).get('/api/notices/unread')).data.unread

test('notices: only the recipient gets a notice, with message and parameters separate', async () => {
  assert.equal(await notify(db, [notice('sales', { text: { sentence: '请尽快回电' } })]), 1)
  const { items, total } = await listOf('sales')
  const { id: _, ...rest } = items[0]
  assert.equal(total, 1)
  assert.deepEqual(rest, {
    kind: 'mention',
    title: {
      sentence: '{name}在「{customer}」的备注里提到您',
      values: { name: '何立', customer: '晨曦家居' },
    },
    text: { sentence: '请尽快回电', values: {} },
    link: '/customer-management/1?tab=contact',
    at: NOON.toISOString(),
    readAt: null,
  })
  for (const other of ['admin', 'sales2', 'head', 'admin2'])
    assert.equal((await listOf(other)).total, 0, other)
})

test('notices: a person gets one notice per kind and key; without a key there is no limit', async () => {
  const same = { dedupeKey: 'week-21' }
  assert.equal(await notify(db, [notice('head', same), notice('head', same), notice('agent', same)]), 2)
  assert.equal(await notify(db, [notice('head', same), notice('head', { ...same, kind: 'warning' })]), 1)
  assert.equal(await notify(db, [notice('head'), notice('head')]), 2)
  assert.equal(await unreadOf('head'), 4)
})

test('notices: are marked as read singly or up to an id; later ones stay unread', async () => {
  await notify(db, [notice('finance'), notice('finance'), notice('finance')])
  const [newest, middle, oldest] = (await listOf('finance')).items
  assert.deepEqual((await as('finance').post(`/api/notices/${oldest.id}/read`)).data, { unread: 2 })
  assert.deepEqual((await as('finance').post(`/api/notices/${oldest.id}/read`)).data, { unread: 2 })
  assert.deepEqual((await as('finance').post('/api/notices/read-all', { upTo: middle.id })).data, {
    unread: 1,
  })
  assert.deepEqual(
    (await listOf('finance', 'unread=true')).items.map(({ id }: { id: number }) => id),
    [newest.id],
  )
  assert.equal(await unreadOf('finance'), 1)
})

test('notices: another user’s or an unknown notice cannot be marked', async () => {
  await notify(db, [notice('sales2')])
  const [{ id }] = (await listOf('sales2')).items
  assert.equal((await as('sales').post(`/api/notices/${id}/read`)).status, 404)
  assert.equal((await as('sales').post('/api/notices/999999/read')).status, 404)
  await as('sales').post('/api/notices/read-all', { upTo: id })
  assert.equal(await unreadOf('sales2'), 1)
})

test('notices: a kind that is switched off is not delivered until it is switched on', async () => {
  const url = '/api/notices/settings'
  assert.deepEqual((await as('agent2').patch(url, { kind: 'mention', on: false })).data, {
    kind: 'mention',
    on: false,
  })
  await as('agent2').patch(url, { kind: 'mention', on: false })
  assert.equal(await notify(db, [notice('agent2'), notice('agent2', { kind: 'worklogReturned' })]), 1)
  await as('agent2').patch(url, { kind: 'mention', on: true })
  assert.equal(await notify(db, [notice('agent2')]), 1)
  assert.equal((await as('agent2').patch(url, { kind: 'nothing', on: true })).status, 400)
})

test('notices: the settings list the kinds that the user’s permissions allow', async () => {
  const kinds = async (who: string) =>
    (await as(who).get('/api/notices/settings')).data.map(({ kind }: { kind: string }) => kind)
  assert.ok(!(await kinds('agent')).includes('worklogSubmitted'))
  assert.ok(!(await kinds('agent')).includes('contractEnding'))
  assert.ok((await kinds('head')).includes('worklogSubmitted'))
  assert.ok((await kinds('sales')).includes('contractEnding'))
  assert.ok(
    (await kinds('admin')).includes('figureCheck') && !(await kinds('finance')).includes('figureCheck'),
  )
})

test('notices: inactive staff get none, and a link must stay within the console', async () => {
  await db.updateTable('staff').set({ status: 'disabled' }).where('username', '=', 'agent3').execute()
  assert.equal(await notify(db, [notice('agent3')]), 0)
  for (const link of ['https://example.com/', '//example.com', '/\\example.com', 'welcome']) {
    await assert.rejects(notify(db, [notice('head2', { link })]), /notice_link_check/)
  }
})

test('notices: can be filtered by kind; old ones are deleted', async () => {
  const old = new Date('2026-01-01T00:00:00Z')
  await notify(db, [notice('head2', { at: old }), notice('head2', { kind: 'warning' })])
  assert.equal((await listOf('head2', 'kind=warning')).total, 1)
  assert.equal((await as('head2').get('/api/notices?kind=other')).status, 400)
  assert.equal(await deleteNoticesBefore(db, new Date('2026-02-01T00:00:00Z')), 1)
  assert.equal((await listOf('head2')).total, 1)
})
