import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { closeMonth } from '#testing/testClosedMonth.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { claimsOf, item } from './testClaims.ts'

const world = await testApp(seedWorld)
const { as, db, clock } = world
const { path, draft, read, step, submitted } = claimsOf(world)

const april = item({ onDay: '2026-04-28', amountCents: 3_000 })

test('an expense of April is claimed in May and counts there', async () => {
  const { id } = await draft('agent', [april])
  const page = await read('agent', id)
  assert.deepEqual([page.month, page.items[0].onDay, page.monthClosed], ['2026-05', '2026-04-28', false])
})

test('the list filters by month', async () => {
  const { data } = await as('agent').post(path, { month: '2026-03', title: '三月交通', items: [item()] })
  const idsOfMonth = async (month: string): Promise<number[]> =>
    (await as('agent').get(`${path}?month=${month}`)).data.items.map(({ id }: { id: number }) => id)
  assert.deepEqual(await idsOfMonth('2026-03'), [data.id])
  assert.ok(!(await idsOfMonth('2026-05')).includes(data.id))
  assert.equal((await as('agent').get(`${path}?month=2026-3`)).status, 400)
})

test('a claim whose month has been closed is flagged and can move to a later month', async () => {
  const { data } = await as('agent').post(path, { month: '2026-04', title: '四月交通', items: [april] })
  await closeMonth(db)
  const page = await read('agent', data.id)
  assert.equal(page.monthClosed, true)
  const refused = await step('agent', data.id, 'submit')
  assert.deepEqual([refused.status, refused.body.errorCode], [409, 'PERIOD_CLOSED'])
  const { version } = page
  const moved = await as('agent').patch(`${path}/${data.id}`, { version, month: '2026-05' })
  assert.deepEqual([moved.data.monthClosed, moved.data.items[0].onDay], [false, '2026-04-28'])
  assert.equal((await step('agent', data.id, 'submit')).data.status, 'submitted')
})

test('expenses of the same kind whose sum reaches the admin amount are flagged with the sum', async () => {
  const part = (amountCents: number) => item({ category: 'office', amountCents, onDay: '2026-05-18' })
  const first = await draft('sales2', [part(300_000)])
  await step('sales2', first.id, 'submit')
  const second = await draft('sales2', [part(250_000)])
  const small = await draft('sales2', [item({ category: 'meals', amountCents: 1_000 })])
  const hintsOf = async (id: number) => (await read('finance', id)).items[0].hints
  assert.deepEqual(await hintsOf(second.id), [
    { kind: 'limit', cents: 200_000 },
    { kind: 'split', cents: 550_000 },
  ])
  assert.deepEqual(await hintsOf(small.id), [])
})

test('a claim submitted before 08:00 is filtered by its day in Shanghai', async () => {
  clock.now = new Date('2026-05-18T23:30:00Z')
  const id = await submitted('agent')
  const isListed = async (day: string) => {
    const { items } = (await as('agent').get(`${path}?from=${day}&to=${day}`)).data
    return items.some((claim: { id: number }) => claim.id === id)
  }
  assert.deepEqual([await isListed('2026-05-18'), await isListed('2026-05-19')], [false, true])
})
