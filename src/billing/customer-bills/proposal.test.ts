import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sum } from '#kit/money.ts'
import { type MonthFacts, priceMonth } from './price.ts'
import { draftsFor, type ExistingBill, type OpenStop } from './proposal.ts'
import { commission, fixed, fullMay, included, may, since, states } from './testPriceFacts.ts'

const bill = (
  kind: ExistingBill['kind'],
  totalCents: number,
  more: Partial<ExistingBill> = {},
): ExistingBill => ({
  id: 7,
  kind,
  status: 'paid',
  origin: 'keyed',
  prepaid: false,
  code: 'ZD20260500007',
  totalCents,
  refundedCents: 0,
  withdrawn: false,
  relatesToId: null,
  proposalId: null,
  ...more,
})
const prepaid = (totalCents: number, refundedCents = 0) =>
  bill('service', totalCents, { prepaid: true, refundedCents })
const draft = (kind: ExistingBill['kind'], totalCents: number, more: Partial<ExistingBill> = {}) =>
  bill(kind, totalCents, { status: 'draft', origin: 'proposed', code: null, ...more })
const refundStop = (amountCents: number, id = 3): OpenStop => ({
  id,
  kind: 'refund',
  fromOn: '2026-05-11',
  toOn: '2026-05-31',
  amountCents,
})
const stopped = states(['2025-01-01', 'serving'], ['2026-05-11', 'stopped'])
const paused = states(['2025-01-01', 'serving'], ['2026-05-16', 'paused'])

interface DraftCase extends MonthFacts {
  says: string
  bills?: ExistingBill[]
  covering?: ExistingBill[]
  stops?: OpenStop[]
  /** In format `kind: total = line + line`. */
  drafts: string[]
}

/** Drafts for a priced month, given the existing bills and stops. */
const CASES: DraftCase[] = [
  {
    ...may,
    says: 'a month without bills is billed in full',
    terms: since(fixed(310_000)),
    drafts: ['service 310000 = 310000'],
  },
  {
    ...may,
    says: 'a prepaid month that was fully served needs no settlement',
    terms: since(fixed(310_000)),
    bills: [prepaid(310_000)],
    drafts: [],
  },
  {
    ...may,
    says: 'a prepaid month refunds the days of a pause',
    terms: since(fixed(310_000)),
    states: paused,
    bills: [prepaid(310_000)],
    drafts: ['adjustment -160000 = 150000 -310000'],
  },
  {
    ...may,
    says: 'overage of a prepaid month is billed',
    terms: since(included(310_000, 100, 50)),
    figures: fullMay(110),
    bills: [prepaid(310_000)],
    drafts: ['adjustment 15500 = 310000 15500 -310000'],
  },
  {
    ...may,
    says: 'a prepaid month that was paused throughout is refunded in full',
    terms: since(fixed(310_000)),
    states: states(['2026-04-30', 'paused']),
    bills: [prepaid(310_000)],
    drafts: ['adjustment -310000 = -310000'],
  },
  {
    ...may,
    says: 'a refunded half 分 is rounded like the bill',
    terms: since(fixed(101)),
    month: '2026-04',
    states: states(['2025-01-01', 'serving'], ['2026-04-16', 'paused']),
    // 101 × 15 ÷ 30 = 50.5, rounded half up.
    bills: [prepaid(101)],
    drafts: ['adjustment -50 = 51 -101'],
  },
  {
    ...may,
    says: 'a stop refunds the days of a month that was already paid, and bills none',
    terms: since(fixed(310_000)),
    states: stopped,
    stops: [refundStop(210_000)],
    drafts: ['refund -210000 = -210000'],
  },
  {
    ...may,
    says: 'commission before that stop is still billed',
    terms: since(commission(310_000, 500)),
    states: stopped,
    figures: fullMay(null, 20_000),
    // 5 % of ten days of sales.
    stops: [refundStop(210_000)],
    drafts: ['service 10000 = 10000', 'refund -210000 = -210000'],
  },
  {
    ...may,
    says: 'each stop in a month gets its own refund',
    terms: since(fixed(310_000)),
    states: stopped,
    stops: [refundStop(1_000), refundStop(2_000, 4)],
    drafts: ['refund -1000 = -1000', 'refund -2000 = -2000'],
  },
  {
    ...may,
    says: 'a settlement subtracts earlier refunds of the prepaid month',
    terms: since(fixed(310_000)),
    states: states(['2026-05-22', 'serving']),
    // Ten of 31 days were served: 210,000 is refundable and 200,000 of it is already refunded.
    bills: [prepaid(310_000, 200_000)],
    drafts: ['adjustment -10000 = 100000 -310000 200000'],
  },
  {
    ...may,
    says: 'nothing is left if everything refundable is refunded',
    terms: since(fixed(310_000)),
    states: paused,
    bills: [prepaid(310_000, 160_000)],
    drafts: [],
  },
  {
    ...may,
    says: 'a goodwill refund is not billed again',
    terms: since(fixed(310_000)),
    bills: [prepaid(310_000, 50_000)],
    drafts: [],
  },
  {
    ...may,
    says: 'a goodwill refund is not billed again together with overage',
    terms: since(included(310_000, 100, 50)),
    figures: fullMay(110),
    bills: [prepaid(310_000, 50_000)],
    drafts: ['adjustment 15500 = 310000 15500 -310000'],
  },
  {
    ...may,
    says: 'a fully refunded prepaid month without service needs no settlement',
    terms: since(fixed(310_000)),
    states: states(['2026-04-30', 'paused']),
    bills: [prepaid(310_000, 310_000)],
    drafts: [],
  },
  {
    ...may,
    says: 'a store is not billed if its customer has a service bill without a store',
    terms: since(included(310_000, 100, 50)),
    figures: fullMay(110),
    covering: [bill('service', 900_000)],
    drafts: [],
  },
  {
    ...may,
    says: 'overage is not billed if its customer has an overage bill without a store',
    terms: since(included(310_000, 100, 50)),
    figures: fullMay(110),
    covering: [bill('overage', 9_000)],
    drafts: ['service 310000 = 310000'],
  },
  {
    ...may,
    says: 'a void customer bill covers nothing',
    terms: since(fixed(310_000)),
    covering: [bill('service', 900_000, { status: 'void' })],
    drafts: ['service 310000 = 310000'],
  },
  {
    ...may,
    says: 'a stop is refunded even if its customer has a service bill without a store',
    terms: since(fixed(310_000)),
    states: stopped,
    stops: [refundStop(210_000)],
    covering: [bill('service', 900_000)],
    drafts: ['refund -210000 = -210000'],
  },
  {
    ...may,
    says: 'a draft is not needed if the store stopped before the month',
    terms: since(fixed(310_000)),
    states: states(['2025-01-01', 'serving'], ['2026-04-20', 'stopped']),
    bills: [draft('service', 310_000)],
    drafts: [],
  },
  {
    ...may,
    says: 'a withdrawn draft is proposed again if its month needs it',
    terms: since(fixed(310_000)),
    bills: [draft('service', 310_000, { status: 'void', withdrawn: true })],
    drafts: ['service 310000 = 310000'],
  },
  {
    ...may,
    says: 'overage with its own bill is not billed twice',
    terms: since(included(310_000, 100, 50)),
    figures: fullMay(110),
    bills: [bill('overage', 15_500)],
    drafts: ['service 310000 = 310000'],
  },
  {
    ...may,
    says: 'a voided bill is proposed again',
    terms: since(fixed(310_000)),
    bills: [bill('service', 310_000, { status: 'void' })],
    drafts: ['service 310000 = 310000'],
  },
  {
    ...may,
    says: 'a rejected draft is not proposed again',
    terms: since(fixed(310_000)),
    bills: [bill('service', 310_000, { status: 'void', origin: 'proposed', code: null })],
    drafts: [],
  },
]

interface ExistingBills {
  bills?: ExistingBill[] | undefined
  covering?: ExistingBill[] | undefined
  stops?: OpenStop[] | undefined
}

const draftTexts = (facts: MonthFacts, { bills = [], covering = [], stops = [] }: ExistingBills) =>
  draftsFor({ priced: priceMonth(facts), bills, covering, stops }).map(
    ({ kind, totalCents, lines }) =>
      `${kind} ${totalCents} = ${lines.map(({ amountCents }) => amountCents).join(' ')}`,
  )

for (const { says, drafts, bills, covering, stops, ...facts } of CASES) {
  test(`proposal: ${says}`, () => assert.deepEqual(draftTexts(facts, { bills, covering, stops }), drafts))
}

test('a prepayment and its settlement add up to the price of the served days', () => {
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

test('refunds and settlement of a prepaid month never return more than the unserved part', () => {
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
