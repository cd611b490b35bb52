import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { type Answer, testApp } from '#testing/testApp.ts'
import { createDraft, createIssuedBill } from '#testing/testBills.ts'
import { adminOf, closingsOf, deleteClosings } from '#testing/testClosing.ts'
import { beginBooks, idsIn, seedWorld } from '#testing/testWorld.ts'

const world = await testApp(seedWorld)
const { as, db } = world
await adminOf(db, '001', 'second')
const chenxi = await idsIn(db).customerId('杭州晨曦家居有限公司')
const finance = as('finance')
await beginBooks(db, '2026-02')
await createIssuedBill(finance, chenxi, 10_000, { month: '2026-02' })
const { url, get, close, waiveAll } = closingsOf(world)

beforeEach(() => deleteClosings(db))

/** The test clock is in May, so the last of these months is not over. */
const MONTHS = ['2026-02', '2026-03', '2026-04', '2026-05']
const PEOPLE = ['admin', 'second', 'admin2', 'finance']
const VERBS = ['close', 'reopen', 'confirm-reopen', 'lines']

interface Month {
  status: string
  snapshots: number
  /** Admin who requested a reopening. */
  asked: string | null
}
type Model = Record<string, Month>

const initialModel = (): Model =>
  Object.fromEntries(MONTHS.map((month) => [month, { status: 'open', snapshots: 0, asked: null }]))

/** Expected state of the month after a step, independent of the implementation; undefined if the step is refused. */
function after(model: Model, who: string, verb: string, month: string): Month | undefined {
  const now = model[month] as Month
  const before = MONTHS[MONTHS.indexOf(month) - 1]
  const latest = MONTHS.findLast((one) => model[one]?.status === 'closed')
  if (!['admin', 'second'].includes(who)) return undefined
  switch (verb) {
    case 'close': {
      const follows = before === undefined || model[before]?.status === 'closed'
      const over = month < '2026-05'
      const closed = { status: 'closed', snapshots: now.snapshots + 1, asked: null }
      return now.status !== 'closed' && follows && over ? closed : undefined
    }
    case 'reopen':
      return latest === month ? { ...now, asked: who } : undefined
    case 'confirm-reopen': {
      const mayConfirm = latest === month && now.asked !== null && now.asked !== who
      return mayConfirm ? { ...now, status: 'reopened', asked: null } : undefined
    }
    default:
      return now.status === 'closed' ? undefined : now
  }
}

async function performStep(who: string, verb: string, month: string, version: number): Promise<Answer> {
  if (verb === 'lines')
    return as(who).post(url(month, '/lines'), { label: '房租', amountCents: 100, ...of(who) })
  const more = verb === 'close' ? { waived: await waiveAll('admin', month) } : {}
  const why = verb === 'reopen' ? { reason: '漏了一张账单' } : {}
  return as(who).post(url(month, `/${verb}`), {
    version: Math.max(version, verb === 'close' ? 0 : 1),
    ...more,
    ...why,
    ...of(who),
  })
}

/** An admin of another company has to name the company. */
const of = (who: string) => (who === 'admin2' ? { companyCode: '001' } : {})

test('random sequences of steps by several users follow the state machine of closing', async () => {
  const step = fc.tuple(fc.constantFrom(...PEOPLE), fc.constantFrom(...VERBS), fc.constantFrom(...MONTHS))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      await deleteClosings(db)
      const model = initialModel()
      // Each sequence starts with a closed month, because most refusals concern closed months.
      for (const [who, verb, month] of [['admin', 'close', '2026-02'] as const, ...steps]) {
        const { version } = await get('admin', month)
        const answer = await performStep(who, verb, month, version)
        const expected = after(model, who, verb, month)
        const message = `${who} ${verb} ${month}: ${answer.status} ${answer.body.errorMessage}`
        assert.equal(answer.status === 200, expected !== undefined, message)
        model[month] = expected ?? (model[month] as Month)
        for (const one of MONTHS) {
          const { status, reopening, steps: recordedSteps } = await get('admin', one)
          const snapshots = recordedSteps.filter(({ action }) => action === 'close').length
          const latest = MONTHS.findLast((candidate) => model[candidate]?.status === 'closed')
          assert.deepEqual(
            [status, snapshots, reopening !== null],
            [model[one]?.status, model[one]?.snapshots, latest === one && model[one]?.asked !== null],
            `${one} after ${message}`,
          )
        }
      }
    }),
    { numRuns: 8 },
  )
})

test('fifty concurrent closings create one snapshot and one audit line', async () => {
  const waived = await waiveAll('admin', '2026-02')
  const logged = () =>
    db
      .selectFrom('audit')
      .select('id')
      .where('entity', '=', 'monthly-financial')
      .where('action', '=', 'close')
      .execute()
  const before = (await logged()).length
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      as(n % 2 === 0 ? 'admin' : 'second').post(url('2026-02', '/close'), { version: 0, waived }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  // A request that waits too long for a lock gets 503.
  assert.ok(answers.every(({ status }) => [200, 409, 503].includes(status)))
  assert.equal((await db.selectFrom('monthlySnapshot').select('no').execute()).length, 1)
  assert.equal((await logged()).length, before + 1)
})

test('a bill issued while its month is being closed is in the snapshot, or is refused', async () => {
  const drafts = []
  for (let n = 1; n <= 12; n += 1)
    drafts.push(await createDraft(finance, chenxi, n * 100, { month: '2026-02' }))
  const issue = ({ id, version }: { id: number; version: number }) =>
    finance.post(`/api/customer-bills/${id}/issue`, { version })
  const [closed, ...answers] = await Promise.all([close('admin', '2026-02'), ...drafts.map(issue)])
  assert.equal(closed?.status, 200)
  assert.ok(answers.every(({ status, body }) => status === 200 || body.errorCode === 'PERIOD_CLOSED'))
  const cents = drafts.reduce(
    (all, { totalCents }, at) => all + (answers[at]?.status === 200 ? totalCents : 0),
    0,
  )
  assert.equal((await get('admin', '2026-02')).sums.revenueCents, 10_000 + cents)
  assert.deepEqual((await as('admin').get(url('2026-02', '/differences'))).data.items, [])
})
