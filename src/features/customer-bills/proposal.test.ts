import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sum } from '#kit/money.ts'
import type { MonthFacts } from './price.ts'
import { priceMonth } from './price.ts'
import type { OpenStop, StandingBill } from './proposal.ts'
import { draftsFor } from './proposal.ts'
import { commission, fixed, included, may, since, states, wholeMay } from './testPriceFacts.ts'

const bill = (kind: string, totalCents: number, more: Partial<StandingBill> = {}): StandingBill => ({
  ...{ id: 7, kind, status: 'paid', origin: 'keyed', prepaid: false, code: 'ZD20260500007', totalCents },
  ...{ relatesToId: null, proposalId: null },
  ...more,
})
const prepaid = (totalCents: number) => bill('service', totalCents, { prepaid: true })
const refundStop = (amountCents: number, id = 3): OpenStop => ({
  ...{ id, kind: 'refund', fromOn: '2026-05-11', toOn: '2026-05-31', amountCents },
})
const stopped = states(['2025-01-01', 'serving'], ['2026-05-11', 'stopped'])
const paused = states(['2025-01-01', 'serving'], ['2026-05-16', 'paused'])

interface DraftCase extends MonthFacts {
  says: string
  bills?: StandingBill[]
  stops?: OpenStop[]
  /** `kind: total = line + line`. */
  drafts: string[]
}

/** What of a priced month is asked for or given back, given what stands there already. */
const CASES: DraftCase[] = [
  {
    ...{ ...may, says: 'a month of which nothing stands is asked for whole', terms: since(fixed(310_000)) },
    drafts: ['service 310000 = 310000'],
  },
  {
    ...{
      ...may,
      says: 'a month paid ahead that was served whole leaves nothing',
      terms: since(fixed(310_000)),
    },
    ...{ bills: [prepaid(310_000)], drafts: [] },
  },
  {
    ...{
      ...may,
      says: 'of a month paid ahead the days of a pause are given back',
      terms: since(fixed(310_000)),
    },
    ...{ states: paused, bills: [prepaid(310_000)], drafts: ['adjustment -160000 = 150000 -310000'] },
  },
  {
    ...{ ...may, says: 'overage on top of a month paid ahead is asked for' },
    ...{ terms: since(included(310_000, 100, 50)), figures: wholeMay(110) },
    ...{ bills: [prepaid(310_000)], drafts: ['adjustment 15500 = 310000 15500 -310000'] },
  },
  {
    ...{
      ...may,
      says: 'paid ahead and paused all month, all of it is given back',
      terms: since(fixed(310_000)),
    },
    ...{ states: states(['2026-04-30', 'paused']), bills: [prepaid(310_000)] },
    drafts: ['adjustment -310000 = -310000'],
  },
  {
    ...{ ...may, says: 'half a 分 that is given back is rounded as it was billed', terms: since(fixed(101)) },
    ...{ month: '2026-04', states: states(['2025-01-01', 'serving'], ['2026-04-16', 'paused']) },
    // 101 × 15 ÷ 30 = 50.5, half up.
    ...{ bills: [prepaid(101)], drafts: ['adjustment -50 = 51 -101'] },
  },
  {
    ...{ ...may, says: 'a stop of a month that was paid before gives its days back, and asks for none' },
    ...{ terms: since(fixed(310_000)), states: stopped, stops: [refundStop(210_000)] },
    drafts: ['refund -210000 = -210000'],
  },
  {
    ...{ ...may, says: 'what came on top before that stop is asked for all the same' },
    ...{ terms: since(commission(310_000, 500)), states: stopped, figures: wholeMay(null, 20_000) },
    // 5 % of ten days of sales.
    ...{ stops: [refundStop(210_000)], drafts: ['service 10000 = 10000', 'refund -210000 = -210000'] },
  },
  {
    ...{ ...may, says: 'a store has one refund a month; the second stop is an adjustment' },
    ...{ terms: since(fixed(310_000)), states: stopped, stops: [refundStop(1_000), refundStop(2_000, 4)] },
    drafts: ['refund -1000 = -1000', 'adjustment -2000 = -2000'],
  },
  {
    ...{ ...may, says: 'overage that was billed apart is not billed twice' },
    ...{ terms: since(included(310_000, 100, 50)), figures: wholeMay(110) },
    ...{ bills: [bill('overage', 15_500)], drafts: ['service 310000 = 310000'] },
  },
  {
    ...{ ...may, says: 'a bill that was made void is asked for again', terms: since(fixed(310_000)) },
    ...{ bills: [bill('service', 310_000, { status: 'void' })], drafts: ['service 310000 = 310000'] },
  },
  {
    ...{ ...may, says: 'a draft that was rejected is not', terms: since(fixed(310_000)) },
    ...{ bills: [bill('service', 310_000, { status: 'void', origin: 'proposed', code: null })], drafts: [] },
  },
]

const told = (facts: MonthFacts, bills: StandingBill[] = [], stops: OpenStop[] = []) =>
  draftsFor({ priced: priceMonth(facts), bills, stops }).map(
    ({ kind, totalCents, lines }) =>
      `${kind} ${totalCents} = ${lines.map(({ amountCents }) => amountCents).join(' ')}`,
  )

for (const { says, drafts, bills, stops, ...facts } of CASES) {
  test(`proposal: ${says}`, () => assert.deepEqual(told(facts, bills, stops), drafts))
}

test('whatever was paid ahead, settlement and payment together come to what was served', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.integer({ min: 2, max: 31 }),
      (fee, paid, day) => {
        const from = `2026-05-${String(day).padStart(2, '0')}`
        const facts = { ...may, terms: since(fixed(fee)), states: states([from, 'serving']) }
        const priced = priceMonth(facts)
        const [draft] = draftsFor({ priced, bills: [prepaid(paid)], stops: [] })
        const served = sum(priced.lines.map(({ amountCents }) => amountCents))
        assert.equal((draft?.totalCents ?? 0) + paid, served)
        assert.equal(draft?.totalCents ?? 0, sum(draft?.lines.map(({ amountCents }) => amountCents) ?? []))
      },
    ),
  )
})
