import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { retryWhileBusy, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { claimsOf, item, PAYMENT } from './testClaims.ts'

const world = await testApp(seedWorld)
const { as, db } = world
const { path, draft, read, submitted } = claimsOf(world)

/** Expected state of a claim of `agent`, independent of the program: status, open levels and approvers. */
interface Model {
  status: string
  levels: string[]
  approvers: string[]
}

const PEOPLE = ['agent', 'head', 'finance', 'admin', 'admin2']
const VERBS = ['submit', 'withdraw', 'approve', 'return', 'reject', 'pay']
const ROLE: Record<string, string> = { finance: 'finance', admin: 'admin' }

/** Expected state after a step of the applicant. */
function afterApplicant({ status }: Model, verb: string, isLarge: boolean): Model | undefined {
  if (verb === 'withdraw') {
    return status === 'submitted' ? { status: 'draft', levels: [], approvers: [] } : undefined
  }
  const levels = isLarge ? ['finance', 'admin'] : ['finance']
  return ['draft', 'returned'].includes(status) ? { status: 'submitted', levels, approvers: [] } : undefined
}

/** Expected state after a decision on the first open level. */
function afterDecision({ status, levels, approvers }: Model, who: string, verb: string): Model | undefined {
  if (status !== 'submitted' || ROLE[who] !== levels[0]) return undefined
  if (verb === 'return') return { status: 'returned', levels: [], approvers: [] }
  if (verb === 'reject') return { status: 'rejected', levels: [], approvers: [] }
  const rest = levels.slice(1)
  const isApproved = rest.length === 0
  return {
    status: isApproved ? 'approved' : 'submitted',
    levels: rest,
    approvers: [...approvers, who],
  }
}

/** Expected state after a payment, which an approver may make only if nobody else can. */
function afterPayment(model: Model, who: string): Model | undefined {
  const { status, approvers } = model
  const hasOther = ['finance', 'admin'].some((one) => !approvers.includes(one))
  const mayPay = ROLE[who] !== undefined && (!approvers.includes(who) || !hasOther)
  return status === 'approved' && mayPay ? { ...model, status: 'paid' } : undefined
}

/** Expected state after the step; undefined if the step must be rejected. */
function after(model: Model, who: string, verb: string, isLarge: boolean): Model | undefined {
  switch (verb) {
    case 'submit':
    case 'withdraw':
      return who === 'agent' ? afterApplicant(model, verb, isLarge) : undefined
    case 'pay':
      return afterPayment(model, who)
    default:
      return afterDecision(model, who, verb)
  }
}

const MORE: Record<string, object> = {
  return: { note: '请补充说明' },
  reject: { note: '不予报销' },
  pay: PAYMENT,
}

test('random steps on a claim follow the state machine, and its totals stay consistent', async () => {
  const walk = fc.array(fc.tuple(fc.constantFrom(...PEOPLE), fc.constantFrom(...VERBS)), {
    minLength: 4,
    maxLength: 10,
  })
  const largeOne = fc.boolean()
  await fc.assert(
    fc.asyncProperty(largeOne, walk, async (isLarge, steps) => {
      const cents = isLarge ? 600_000 : 12_000
      let now = await draft('agent', [item({ amountCents: cents }), item({ amountCents: 1 })])
      const { id } = now
      let model: Model = { status: 'draft', levels: [], approvers: [] }
      // Every run starts with a submitted claim, so that later steps are reached.
      for (const [who, verb] of [['agent', 'submit'] as const, ...steps]) {
        const answer = await as(who).post(`${path}/${id}/${verb}`, { version: now.version, ...MORE[verb] })
        const expected = after(model, who, verb, isLarge)
        assert.equal(answer.status === 200, expected !== undefined, `${who} ${verb} in ${model.status}`)
        model = expected ?? model
        now = await read('agent', id)
        assert.deepEqual([now.status, now.levels], [model.status, model.levels])
        const sum = now.items.reduce((all: number, one: { amountCents: number }) => all + one.amountCents, 0)
        assert.equal(sum, now.totalCents)
        if (now.approvedCents !== null) assert.equal(now.approvedCents, cents + 1)
      }
    }),
    { numRuns: 12 },
  )
})

/** Number of successful responses; all others must be refusals, not internal errors. */
function successes(answers: { status: number }[]): number {
  assert.ok(answers.every(({ status }) => [200, 403, 409].includes(status)))
  return answers.filter(({ status }) => status === 200).length
}

test('fifty concurrent requests: one approval and one payment succeed, each with one audit line', async () => {
  const id = await submitted('agent')
  const { version } = await read('finance', id)
  const fifty = Array.from({ length: 50 }, (_, n) => n)
  const approvals = await Promise.all(
    fifty.map(() => retryWhileBusy(() => as('finance').post(`${path}/${id}/approve`, { version }))),
  )
  assert.equal(successes(approvals), 1)
  const next = (await read('admin', id)).version
  const pays = await Promise.all(
    fifty.map((n) =>
      retryWhileBusy(() =>
        n % 2 === 0
          ? as('admin').post(`${path}/${id}/pay`, { version: next, ...PAYMENT })
          : as('admin').post(`${path}/pay`, { claims: [{ id, version: next }], ...PAYMENT }),
      ),
    ),
  )
  const singles = pays.filter((_, n) => n % 2 === 0)
  const many = pays.filter((_, n) => n % 2 === 1)
  const done = many.filter(({ data }) => data?.results[0].problem === null).length
  assert.equal(successes(singles) + done, 1)
  const lines = await db
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'reimbursement')
    .where('recordId', '=', String(id))
    .where('action', 'in', ['approve', 'pay'])
    .execute()
  assert.deepEqual(lines.map(({ action }) => action).sort(), ['approve', 'pay'])
})

test('concurrently created claims get unique codes without gaps', async () => {
  const before = (await as('sales').get(`${path}?pageSize=1`)).data.total
  assert.equal(before, 0)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      // Every third request is rejected, which must not use up a code.
      as('sales').post(path, {
        month: '2026-05',
        title: '并发',
        items: [item(n % 3 === 0 ? { onDay: '2026-05-20' } : {})],
      }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 20)
  const codes = await db
    .selectFrom('reimbursementBill')
    .select('code')
    .where('companyCode', '=', '001')
    .execute()
  const numbers = codes.map(({ code }) => Number(code.slice(-4))).sort((a, b) => a - b)
  assert.deepEqual(
    numbers,
    numbers.map((_, at) => at + 1),
  )
})
