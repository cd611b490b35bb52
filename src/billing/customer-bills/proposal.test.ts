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
  ...{ refundedCents: 0, withdrawn: false, relatesToId: null, proposalId: null },
  ...more,
})
const prepaid = (totalCents: number, refundedCents = 0) =>
  bill('service', totalCents, { prepaid: true, refundedCents })
const draft = (kind: string, totalCents: number, more: Partial<StandingBill> = {}) =>
  bill(kind, totalCents, { status: 'draft', origin: 'proposed', code: null, ...more })
const refundStop = (amountCents: number, id = 3): OpenStop => ({
  ...{ id, kind: 'refund', fromOn: '2026-05-11', toOn: '2026-05-31', amountCents },
})
const stopped = states(['2025-01-01', 'serving'], ['2026-05-11', 'stopped'])
const paused = states(['2025-01-01', 'serving'], ['2026-05-16', 'paused'])

interface DraftCase extends MonthFacts {
  says: string
  bills?: StandingBill[]
  covering?: StandingBill[]
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
    ...{ ...may, says: 'each stop of a month is a refund of its own' },
    ...{ terms: since(fixed(310_000)), states: stopped, stops: [refundStop(1_000), refundStop(2_000, 4)] },
    drafts: ['refund -1000 = -1000', 'refund -2000 = -2000'],
  },
  {
    ...{ ...may, says: 'what was refunded of a month paid ahead is not given back again' },
    ...{ terms: since(fixed(310_000)), states: states(['2026-05-22', 'serving']) },
    // Ten days of 31 were served; 210,000 are too much, of which 200,000 went back.
    ...{ bills: [prepaid(310_000, 200_000)], drafts: ['adjustment -10000 = 100000 -310000 200000'] },
  },
  {
    ...{ ...may, says: 'nothing is left where all that was too much was refunded' },
    ...{ terms: since(fixed(310_000)), states: paused, bills: [prepaid(310_000, 160_000)], drafts: [] },
  },
  {
    ...{
      ...may,
      says: 'what was refunded as a courtesy is not asked for again',
      terms: since(fixed(310_000)),
    },
    ...{ bills: [prepaid(310_000, 50_000)], drafts: [] },
  },
  {
    ...{ ...may, says: 'nor where overage is asked for on top' },
    ...{ terms: since(included(310_000, 100, 50)), figures: wholeMay(110) },
    ...{ bills: [prepaid(310_000, 50_000)], drafts: ['adjustment 15500 = 310000 15500 -310000'] },
  },
  {
    ...{ ...may, says: 'refunded wholly, a month paid ahead that was not served leaves nothing' },
    ...{ terms: since(fixed(310_000)), states: states(['2026-04-30', 'paused']) },
    ...{ bills: [prepaid(310_000, 310_000)], drafts: [] },
  },
  {
    ...{ ...may, says: 'a store whose customer is billed as a whole is not billed again' },
    ...{ terms: since(included(310_000, 100, 50)), figures: wholeMay(110) },
    ...{ covering: [bill('service', 900_000)], drafts: [] },
  },
  {
    ...{ ...may, says: 'nor for the overage that its customer is billed as a whole' },
    ...{ terms: since(included(310_000, 100, 50)), figures: wholeMay(110) },
    ...{ covering: [bill('overage', 9_000)], drafts: ['service 310000 = 310000'] },
  },
  {
    ...{ ...may, says: 'a bill of the customer as a whole that was made void covers nothing' },
    ...{ terms: since(fixed(310_000)), covering: [bill('service', 900_000, { status: 'void' })] },
    drafts: ['service 310000 = 310000'],
  },
  {
    ...{ ...may, says: 'what a stop gives back is given back under such a bill, too' },
    ...{ terms: since(fixed(310_000)), states: stopped, stops: [refundStop(210_000)] },
    ...{ covering: [bill('service', 900_000)], drafts: ['refund -210000 = -210000'] },
  },
  {
    ...{ ...may, says: 'a draft of a store that had stopped before the month is not wanted' },
    ...{ terms: since(fixed(310_000)), states: states(['2025-01-01', 'serving'], ['2026-04-20', 'stopped']) },
    ...{ bills: [draft('service', 310_000)], drafts: [] },
  },
  {
    ...{ ...may, says: 'a draft that a run took back comes again when its month asks for it' },
    ...{ terms: since(fixed(310_000)) },
    bills: [draft('service', 310_000, { status: 'void', withdrawn: true })],
    drafts: ['service 310000 = 310000'],
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

interface Standing {
  bills?: StandingBill[] | undefined
  covering?: StandingBill[] | undefined
  stops?: OpenStop[] | undefined
}

const told = (facts: MonthFacts, { bills = [], covering = [], stops = [] }: Standing) =>
  draftsFor({ priced: priceMonth(facts), bills, covering, stops }).map(
    ({ kind, totalCents, lines }) =>
      `${kind} ${totalCents} = ${lines.map(({ amountCents }) => amountCents).join(' ')}`,
  )

for (const { says, drafts, bills, covering, stops, ...facts } of CASES) {
  test(`proposal: ${says}`, () => assert.deepEqual(told(facts, { bills, covering, stops }), drafts))
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
        const [draft] = draftsFor({ priced, bills: [prepaid(paid)], covering: [], stops: [] })
        const served = sum(priced.lines.map(({ amountCents }) => amountCents))
        assert.equal((draft?.totalCents ?? 0) + paid, served)
        assert.equal(draft?.totalCents ?? 0, sum(draft?.lines.map(({ amountCents }) => amountCents) ?? []))
      },
    ),
  )
})

test('whatever of a month paid ahead was refunded, with its settlement never more goes back than was not served', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.nat({ max: 9_999_999 }),
      fc.integer({ min: 2, max: 31 }),
      (fee, paid, refunded, day) => {
        const from = `2026-05-${String(day).padStart(2, '0')}`
        const priced = priceMonth({ ...may, terms: since(fixed(fee)), states: states([from, 'serving']) })
        const bills = [prepaid(paid, Math.min(paid, refunded))]
        const [settled] = draftsFor({ priced, bills, covering: [], stops: [] })
        const difference = sum(priced.lines.map(({ amountCents }) => amountCents)) - paid
        const total = settled?.totalCents ?? 0
        assert.equal(total, difference < 0 ? Math.min(0, difference + Math.min(paid, refunded)) : difference)
      },
    ),
  )
})
