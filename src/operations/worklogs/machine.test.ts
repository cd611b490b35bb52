import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '#kit/calendar.ts'
import { testApp } from '#testing/testApp.ts'
import { idsIn, putInService, seedWorld } from '#testing/testWorld.ts'
import type { WorklogPage } from './contract.ts'

const { as, db } = await testApp(seedWorld)
await putInService(db)
const storeId = await idsIn(db).storeId('晨曦家居旗舰店')
const TODAY = '2026-05-19'
const HANDLED = 19
/** The author, the reviewers (the author's head and an admin), and users without access. */
const PEOPLE = ['agent', 'agent', 'head', 'head', 'admin', 'head2', 'agent3', 'admin2'] as const
const REVIEWERS: readonly string[] = ['head', 'admin']

/** The expected state of a log, computed independently of the program. */
interface Model {
  status: string
  summary: string
  wasReturned: boolean
  /** Age of the log's day, in days. */
  age: number
}

interface TestStep {
  verb: 'edit' | 'submit' | 'withdraw' | 'approve' | 'return' | 'wait'
  who: (typeof PEOPLE)[number]
}

/** The expected result of an act of the author. */
function afterAuthor(model: Model, verb: TestStep['verb'], words: string): Model | undefined {
  const { status, wasReturned, age } = model
  if (verb === 'withdraw') return status === 'submitted' ? { ...model, status: 'draft' } : undefined
  const isUnsubmitted = status === 'draft' || status === 'returned'
  const isOpen = isUnsubmitted && (wasReturned || age <= 7)
  if (!isOpen) return undefined
  return verb === 'edit' ? { ...model, summary: words } : { ...model, status: 'submitted' }
}

/** The expected result of an act of a reviewer. */
function afterReviewer(model: Model, verb: TestStep['verb']): Model | undefined {
  if (model.status !== 'submitted') return undefined
  return verb === 'approve'
    ? { ...model, status: 'approved' }
    : { ...model, status: 'returned', wasReturned: true }
}

/** The expected result of an act; undefined if it must be refused. */
function after(model: Model, { verb, who }: TestStep, words: string): Model | undefined {
  if (verb === 'wait') return { ...model, age: model.age + 3 }
  if (verb === 'approve' || verb === 'return') {
    return REVIEWERS.includes(who) ? afterReviewer(model, verb) : undefined
  }
  return who === 'agent' ? afterAuthor(model, verb, words) : undefined
}

async function createDraft(): Promise<WorklogPage> {
  for (const table of ['worklog', 'keyedFigure', 'agentDaily', 'storeDaily', 'agentAccount'] as const) {
    await db.deleteFrom(table).execute()
  }
  const lines = [{ storeId, nick: null, consultUsers: 20, handledUsers: HANDLED, unreplied: 1 }]
  const words = { on: TODAY, shift: 'morning', hours: 8, summary: '开始', lines }
  const { data, status, body } = await as('agent').post('/api/worklogs', words)
  assert.equal(status, 200, body.errorMessage)
  return data
}

/** Simulates the passing of days: moves the log's day into the past. */
async function setDay(id: number, age: number): Promise<void> {
  await db
    .updateTable('worklog')
    .set({ onDay: addDays(TODAY, -age) })
    .where('id', '=', id)
    .execute()
}

function performStep({ id, version }: WorklogPage, { verb, who }: TestStep, words: string) {
  const url = `/api/worklogs/${id}`
  if (verb === 'edit') return as(who).patch(url, { version, summary: words })
  return as(who).post(`${url}/${verb}`, { version, ...(verb === 'return' && { note: '请补充' }) })
}

/** The counted figure of the log's day; null before the approval. */
async function countedFigure(): Promise<number | null> {
  const row = await db.selectFrom('agentDaily').select('handledUsers').executeTakeFirst()
  return row?.handledUsers ?? null
}

test('random acts by random people follow the state machine; figures count only once approved', async () => {
  const stepArbitrary = fc.record({
    verb: fc.constantFrom<TestStep['verb']>(
      'edit',
      'submit',
      'submit',
      'withdraw',
      'approve',
      'return',
      'wait',
    ),
    who: fc.constantFrom(...PEOPLE),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 6, maxLength: 16 }), async (steps) => {
      let now = await createDraft()
      let model: Model = { status: 'draft', summary: '开始', wasReturned: false, age: 0 }
      for (const [at, one] of steps.entries()) {
        const words = `第 ${at} 次`
        const expected = after(model, one, words)
        if (one.verb === 'wait') await setDay(now.id, model.age + 3)
        else {
          const { status, body } = await performStep(now, one, words)
          const label = `${one.who}: ${one.verb} in ${model.status}: ${body.errorMessage ?? 'done'}`
          assert.equal(status === 200, expected !== undefined, label)
          assert.ok(status < 500, label)
        }
        model = expected ?? model
        now = (await as('admin').get(`/api/worklogs/${now.id}`)).data
        assert.deepEqual([now.status, now.summary], [model.status, model.summary])
        assert.equal(await countedFigure(), model.status === 'approved' ? HANDLED : null)
      }
    }),
    { numRuns: 20 },
  )
})
