import assert from 'node:assert/strict'
import { type Day, daysFrom } from '#kit/calendar.ts'
import { type Answer, type TestApp, testApp } from '#testing/testApp.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const CLAIMS = '/api/agent-accounts/claims'

/** The seed data, with three agents at 晨曦家居旗舰店: agent and agent3 of head's team, agent2 of head2's. */
export async function claimWorld() {
  const world = await testApp(seedWorld)
  const { db } = world
  const { staffId, storeId } = idsIn(db)
  const store = await storeId('晨曦家居旗舰店')
  const ids = {
    agent: await staffId('agent'),
    agent2: await staffId('agent2'),
    agent3: await staffId('agent3'),
  }
  const assigned = { companyCode: '001', storeId: store, fromOn: '2026-01-01', sharePercent: 0 }
  await db
    .insertInto('storeAssignment')
    .values([ids.agent2, ids.agent3].map((id) => ({ ...assigned, staffId: id, duty: 'second' })))
    .execute()
  return { ...world, store, ids, ...claimHelpers(world, store) }
}

function claimHelpers({ as, db }: TestApp, store: number) {
  const done = (answer: Answer) => {
    assert.equal(answer.status, 200, answer.body.errorMessage)
    return answer.data
  }
  return {
    done,

    /** Inserts the same figures of a nick for each day. */
    figures: async (nick: string, from: Day, to: Day, handledUsers: number) => {
      const row = { companyCode: '001', storeId: store, nick, source: 'imported' as const, handledUsers }
      const consultUsers = handledUsers + 1
      await db
        .insertInto('agentDaily')
        .values(daysFrom(from, to).map((onDay) => ({ ...row, onDay, consultUsers })))
        .execute()
    },

    bind: async (nick: string, staffId: number, fromOn: Day, who = 'admin') =>
      done(await as(who).post('/api/agent-accounts', { storeId: store, nick, staffId, fromOn })),

    claim: (who: string, nick: string, more: object = {}) =>
      as(who).post(CLAIMS, { storeId: store, nick, ...more }),

    step: (who: string, claim: { id: number; version: number }, verb: string, more: object = {}) =>
      as(who).post(`${CLAIMS}/${claim.id}/${verb}`, { version: claim.version, ...more }),

    /** The consequences shown before a step. */
    shown: async (who: string, claim: { id: number }, verb: string) => {
      const answer = await as(who).get(`${CLAIMS}/${claim.id}/${verb}/consequences`)
      return rowsByLabel(done(answer))
    },

    list: async (who: string, query = '') => done(await as(who).get(`${CLAIMS}?pageSize=100&${query}`)),

    /** The number of handled users in the daily report of an agent. */
    handledBy: async (staffId: number) => {
      const days = 'from=2026-05-01&to=2026-05-19'
      const { items } = done(
        await as('admin').get(`/api/reports/daily-worker/rows?staffId=${staffId}&${days}`),
      )
      return items.reduce((sum: number, { volume }: { volume: number }) => sum + volume, 0)
    },

    /** The bindings of a nick by first day. */
    bindings: (nick: string) =>
      db
        .selectFrom('agentAccount')
        .select(['id', 'staffId', 'fromOn', 'toOn'])
        .where('nick', '=', nick)
        .orderBy('fromOn')
        .execute(),

    /** The newest notice of a person. */
    newestNotice: async (username: string) => {
      const { items } = done(await as(username).get('/api/notices?pageSize=1'))
      return items[0] as
        | { kind: string; title: NoticeSentence; text: NoticeSentence | null; link: string }
        | undefined
    },

    countNotices: async () => (await db.selectFrom('notice').select('id').execute()).length,
  }
}

interface NoticeSentence {
  sentence: string
  values: Record<string, string | number>
}
