import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sum } from '#kit/money.ts'
import { testApp } from '#testing/testApp.ts'
import { createDraft } from '#testing/testBills.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { BillPage, Receipt } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const customer = await idsIn(db).customerId('杭州晨曦家居有限公司')
const finance = as('finance')
const TOTAL = 1_000
const DAY = '2026-05-19'

/** Expected state of a bill of ¥10.00, independent of the program: status, and receipts that are not reversed. */
interface Model {
  status: string
  live: number[]
  /** Amounts of the refunds that are not void. */
  refunds: number[]
}

interface Step {
  verb: 'issue' | 'receive' | 'reverse' | 'void' | 'refund' | 'void-refund'
  cents: number
}

const settled = (live: number[], refunds: number[]): Model => {
  const received = sum(live)
  const paid = sum(refunds) === TOTAL ? 'refunded' : 'paid'
  return { live, refunds, status: received === TOTAL ? paid : received === 0 ? 'open' : 'partial' }
}

function afterReceipt({ status, live, refunds }: Model, cents: number): Model | undefined {
  const isOwed = status === 'open' || status === 'partial'
  return isOwed && sum(live) + cents <= TOTAL ? settled([...live, cents], refunds) : undefined
}

function afterReversal({ live, refunds }: Model): Model | undefined {
  const rest = live.slice(0, -1)
  return live.length > 0 && sum(rest) >= sum(refunds) ? settled(rest, refunds) : undefined
}

function afterRefund({ status, live, refunds }: Model, cents: number): Model | undefined {
  const isReceived = status === 'paid' || status === 'partial'
  return isReceived && sum(refunds) + cents <= sum(live) ? settled(live, [...refunds, cents]) : undefined
}

/** Expected state after the step; undefined if the step must be rejected. */
function after(model: Model, { verb, cents }: Step): Model | undefined {
  const { status, live, refunds } = model
  switch (verb) {
    case 'issue':
      return status === 'draft' ? settled([], []) : undefined
    case 'receive':
      return afterReceipt(model, cents)
    case 'reverse':
      return afterReversal(model)
    case 'void':
      return status === 'draft' || status === 'open' ? { status: 'void', live, refunds } : undefined
    case 'refund':
      return afterRefund(model, cents)
    default:
      return refunds.length > 0 ? settled(live, refunds.slice(0, -1)) : undefined
  }
}

const read = async (id: number): Promise<BillPage> => (await finance.get(`/api/customer-bills/${id}`)).data

/** The newest receipt that is not reversed. */
const lastOf = ({ receipts }: BillPage): Receipt | undefined =>
  receipts.find(({ reversed, reversesId }) => !reversed && reversesId === null)

async function voidRefund({ related }: BillPage) {
  const last = related.at(-1)?.id ?? 1
  const version = related.length > 0 ? (await read(last)).version : 1
  return finance.post(`/api/customer-bills/${last}/void`, { version, reason: '重开' })
}

function performStep(now: BillPage, { verb, cents }: Step) {
  const url = `/api/customer-bills/${now.id}`
  const reason = '核对'
  switch (verb) {
    case 'receive':
      return finance.post(`${url}/receipts`, { onDay: DAY, amountCents: cents, method: 'bank' })
    case 'reverse':
      return finance.post(`${url}/receipts/${lastOf(now)?.id ?? 1}/reverse`, { onDay: DAY, reason })
    case 'refund':
      return finance.post(`${url}/refund`, { version: now.version, amountCents: cents, reason })
    case 'void-refund':
      return voidRefund(now)
    case 'void':
      return finance.post(`${url}/void`, { version: now.version, reason })
    default:
      return finance.post(`${url}/issue`, { version: now.version })
  }
}

test('random steps on a bill follow the state machine, and receipts never exceed its total', async () => {
  const step = fc.record({
    verb: fc.constantFrom<Step['verb']>(
      'issue',
      'receive',
      'receive',
      'receive',
      'reverse',
      'void',
      'refund',
      'refund',
      'void-refund',
    ),
    cents: fc.constantFrom(1, 400, 600, TOTAL, TOTAL + 1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      let now = await createDraft(finance, customer, TOTAL)
      let model: Model = { status: 'draft', live: [], refunds: [] }
      // Most runs start with an issued bill and many with a paid one, so that later steps are reached.
      const begun: Step[] = steps[0]?.verb === 'void' ? [] : [{ verb: 'issue', cents: 0 }]
      if (steps.length % 2 === 0) begun.push({ verb: 'receive', cents: TOTAL })
      for (const one of [...begun, ...steps]) {
        const answer = await performStep(now, one)
        const expected = after(model, one)
        const message = `${one.verb} ${one.cents} in ${model.status}: ${answer.body.errorMessage ?? 'done'}`
        assert.equal(answer.status === 200, expected !== undefined, message)
        assert.ok(answer.status < 500, message)
        model = expected ?? model
        now = await read(now.id)
        assert.deepEqual(
          [now.status, now.receivedCents, now.refundedCents],
          [model.status, sum(model.live), sum(model.refunds)],
          message,
        )
        assert.equal(sum(now.receipts.map(({ amountCents }) => amountCents)), now.receivedCents)
      }
    }),
    { numRuns: 12 },
  )
})
