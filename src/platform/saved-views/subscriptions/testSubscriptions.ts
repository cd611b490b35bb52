import assert from 'node:assert/strict'
import { featuresWith } from '#app/features.ts'
import { subscribables } from '#app/subscribables.ts'
import { listLookup } from '#kit/listReading.ts'
import { groupSender } from '#platform/webhooks/message.ts'
import { TEST_KEYS, testApp } from '#testing/testApp.ts'
import { acceptMessage, testRobot } from '#testing/testRobot.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { subscriptionsJob } from './job.ts'

export const PATH = '/api/subscriptions'

const LAYOUT = { dense: false, shown: {}, order: [], pins: {} }

/** The test world with the subscriptions job and a robot that accepts messages until `robot.answer` is replaced. */
export async function testSubscriptions() {
  const robot = { answer: acceptMessage }
  const { means: transport, received } = await testRobot((reply) => robot.answer(reply))
  const { as, db, clock } = await testApp(seedWorld, { webhookTransport: transport })
  const noon = clock.now
  const features = featuresWith(SIGN_IN, transport)
  const job = subscriptionsJob({
    title: '后台',
    tell: groupSender(transport),
    findList: listLookup(() => features),
    sources: subscribables,
  })
  const faults: unknown[] = []
  const log = { info: () => {}, warn: () => {}, error: (fault: unknown) => void faults.push(fault) }
  return {
    as,
    db,
    clock,
    robot,
    received,
    faults,
    /** Runs the job at an instant in Shanghai time, then resets the clock to noon, since sessions expire. */
    at: async (time: string): Promise<void> => {
      clock.now = new Date(`2026-${time}:00+08:00`)
      const parts = { db, clock: () => clock.now, keyFor: TEST_KEYS, log, isStopping: () => false }
      await job.work({ ...parts, dueAt: clock.now })
      clock.now = noon
    },
    /** Saves a view, by default of the stores; returns its id. */
    viewOf: async (who: string, name: string, more: object = {}): Promise<number> => {
      const view = { list: 'list.stores', name, scope: 'personal', query: '', look: LAYOUT, ...more }
      const { data, body } = await as(who).post('/api/saved-views', view)
      assert.ok(data.id, body.errorMessage)
      return data.id
    },
    noticesOf: async (who: string) =>
      (await as(who).get('/api/notices?kind=subscription&pageSize=100')).data.items,
    lastOf: async (who: string, id: number) =>
      (await as(who).get(PATH)).data.find((one: { id: number }) => one.id === id).last,
  }
}

export const daily = (viewId: number, hour = 14) => ({ viewId, every: 'day', hour })
