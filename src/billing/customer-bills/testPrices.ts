import { daily, fixed, from, included, may, type PriceCase, since, states } from './testPriceFacts.ts'

/** Monthly fees for whole and partial months. */
const FIXED: PriceCase[] = [
  {
    ...may,
    says: 'a full month at a fixed fee costs the fee',
    terms: since(fixed(310_000)),
    lines: ['月费 310000×31/31 = 310000'],
  },
  {
    ...may,
    says: 'the thirty days of April are a full month',
    month: '2026-04',
    terms: since(fixed(310_000)),
    lines: ['月费 310000×30/30 = 310000'],
  },
  {
    ...may,
    says: 'the 28 days of February are a full month',
    month: '2026-02',
    terms: since(fixed(280_000)),
    lines: ['月费 280000×28/28 = 280000'],
  },
  {
    ...may,
    says: 'a leap February divides the fee by 29 days',
    month: '2028-02',
    terms: since(fixed(290_000)),
    states: states(['2028-02-20', 'serving']),
    lines: ['月费 290000×10/29 = 100000'],
  },
  {
    ...may,
    says: 'a store that goes live on the 22nd pays ten days',
    terms: since(fixed(310_000)),
    states: states(['2026-05-22', 'serving']),
    lines: ['月费 310000×10/31 = 100000'],
  },
  {
    ...may,
    says: 'a store that goes live on the last day pays one day',
    terms: since(fixed(310_000)),
    states: states(['2026-05-31', 'serving']),
    lines: ['月费 310000×1/31 = 10000'],
  },
  {
    ...may,
    says: 'a stop starts on the day after the last served day',
    terms: since(fixed(310_000)),
    states: states(['2025-01-01', 'serving'], ['2026-05-11', 'stopped']),
    lines: ['月费 310000×10/31 = 100000'],
  },
  {
    ...may,
    says: 'a stop from the first day leaves nothing to pay',
    terms: since(fixed(310_000)),
    states: states(['2025-01-01', 'serving'], ['2026-05-01', 'stopped']),
    lines: [],
  },
  {
    ...may,
    says: 'more than half a 分 is rounded up',
    terms: since(fixed(100_001)),
    states: states(['2026-05-17', 'serving']),
    // 100001 × 15 ÷ 31 = 48387.58…
    lines: ['月费 100001×15/31 = 48388'],
  },
  {
    ...may,
    says: 'less than half a 分 is rounded down',
    terms: since(fixed(100_000)),
    states: states(['2026-05-23', 'serving']),
    // 100000 × 9 ÷ 31 = 29032.25…
    lines: ['月费 100000×9/31 = 29032'],
  },
  {
    ...may,
    says: 'exactly half a 分 is rounded up',
    month: '2026-04',
    terms: since(fixed(101)),
    states: states(['2026-04-16', 'serving']),
    lines: ['月费 101×15/30 = 51'],
  },
  {
    ...may,
    says: 'a fee of 0 creates no line',
    terms: since(fixed(0)),
    lines: [],
  },
]

/** Service states within the month. */
const PAUSES: PriceCase[] = [
  {
    ...may,
    says: 'days of a pause are not billed',
    terms: since(fixed(310_000)),
    states: states(['2025-01-01', 'serving'], ['2026-05-11', 'paused'], ['2026-05-21', 'serving']),
    lines: ['月费 310000×21/31 = 210000'],
  },
  {
    ...may,
    says: 'trial days are not billed',
    terms: since(fixed(310_000)),
    states: states(['2026-04-28', 'trial'], ['2026-05-12', 'serving']),
    lines: ['月费 310000×20/31 = 200000'],
  },
  {
    ...may,
    says: 'a store paused all month pays nothing',
    terms: since(fixed(310_000)),
    states: states(['2025-01-01', 'serving'], ['2026-04-30', 'paused']),
    lines: [],
  },
  {
    ...may,
    says: 'of two states on the same day the later one applies',
    terms: since(fixed(310_000)),
    states: states(['2026-05-22', 'paused'], ['2026-05-22', 'serving']),
    lines: ['月费 310000×10/31 = 100000'],
  },
  {
    ...may,
    says: 'a store that stops and restarts pays both parts',
    terms: since(fixed(310_000)),
    states: states(['2025-01-01', 'serving'], ['2026-05-06', 'stopped'], ['2026-05-27', 'serving']),
    lines: ['月费 310000×10/31 = 100000'],
  },
  {
    ...may,
    says: 'a store without any state is not in service',
    terms: since(fixed(310_000)),
    states: [],
    lines: [],
  },
]

/** Changes of terms within the month. */
const CHANGES: PriceCase[] = [
  {
    ...may,
    says: 'a new fee applies from its first day',
    terms: from(['2025-01-01', fixed(310_000)], ['2026-05-11', fixed(620_000)]),
    lines: ['月费 310000×10/31 = 100000', '月费 620000×21/31 = 420000'],
  },
  {
    ...may,
    says: 'the last of several lines takes the remainder, so that no 分 is lost',
    terms: from(['2025-01-01', fixed(100_000)], ['2026-05-11', included(100_000, 1, 0)]),
    // 32258.06… and 67741.93…; rounding each would total 100000 as well.
    lines: ['月费 100000×10/31 = 32258', '月费 100000×21/31 = 67742'],
  },
  {
    ...may,
    says: 'two halves that would both be rounded up are rounded once',
    month: '2026-04',
    terms: from(['2025-01-01', fixed(101)], ['2026-04-16', included(101, 1, 0)]),
    lines: ['月费 101×15/30 = 51', '月费 101×15/30 = 50'],
  },
  {
    ...may,
    says: 'new terms with the same price do not split the line',
    terms: from(['2025-01-01', fixed(310_000)], ['2026-05-11', fixed(310_000)]),
    lines: ['月费 310000×31/31 = 310000'],
  },
  {
    ...may,
    says: 'terms that start after the month do not apply',
    terms: from(['2025-01-01', fixed(310_000)], ['2026-06-01', fixed(620_000)]),
    lines: ['月费 310000×31/31 = 310000'],
  },
  {
    ...may,
    says: 'terms that start on the first day apply to the whole month',
    terms: from(['2025-01-01', fixed(620_000)], ['2026-05-01', fixed(310_000)]),
    lines: ['月费 310000×31/31 = 310000'],
  },
  {
    ...may,
    says: 'a change of terms during a pause applies after the pause',
    terms: from(['2025-01-01', fixed(310_000)], ['2026-05-15', fixed(620_000)]),
    states: states(['2025-01-01', 'serving'], ['2026-05-11', 'paused'], ['2026-05-22', 'serving']),
    lines: ['月费 310000×10/31 = 100000', '月费 620000×10/31 = 200000'],
  },
  {
    ...may,
    says: 'a change from monthly to daily pricing bills both parts',
    terms: from(['2025-01-01', fixed(310_000)], ['2026-05-30', daily(20_000)]),
    lines: ['月费 310000×29/31 = 290000', '按天 20000×2 = 40000'],
  },
  {
    ...may,
    says: 'served days before the first terms are reported as missing and not billed',
    terms: from(['2026-05-04', fixed(310_000)]),
    lines: ['月费 310000×28/31 = 280000'],
    missing: ['terms 01 02 03'],
  },
  {
    ...may,
    says: 'without terms nothing is billed, and every served day is reported as missing',
    terms: [],
    states: states(['2026-05-30', 'serving']),
    lines: [],
    missing: ['terms 30 31'],
  },
]

export const MONTHLY: readonly PriceCase[] = [...FIXED, ...PAUSES, ...CHANGES]
