import type { PriceCase } from './testPriceFacts.ts'
import { daily, fixed, from, included, may, since, states } from './testPriceFacts.ts'

/** Fees by the month: whole months, parts of months, their ends. */
const FIXED: PriceCase[] = [
  {
    ...{ ...may, says: 'a whole month at a fixed fee costs the fee', terms: since(fixed(310_000)) },
    lines: ['月费 310000×31/31 = 310000'],
  },
  {
    ...{ ...may, says: 'thirty days of April are a whole month too', month: '2026-04' },
    ...{ terms: since(fixed(310_000)), lines: ['月费 310000×30/30 = 310000'] },
  },
  {
    ...{ ...may, says: 'so are the twenty-eight of February', month: '2026-02' },
    ...{ terms: since(fixed(280_000)), lines: ['月费 280000×28/28 = 280000'] },
  },
  {
    ...{ ...may, says: 'in a leap year February has a day more to be divided by', month: '2028-02' },
    ...{ terms: since(fixed(290_000)), states: states(['2028-02-20', 'serving']) },
    lines: ['月费 290000×10/29 = 100000'],
  },
  {
    ...{ ...may, says: 'a store that goes live on the 22nd pays ten days' },
    ...{ terms: since(fixed(310_000)), states: states(['2026-05-22', 'serving']) },
    lines: ['月费 310000×10/31 = 100000'],
  },
  {
    ...{ ...may, says: 'a store that goes live on the last day pays that day' },
    ...{ terms: since(fixed(310_000)), states: states(['2026-05-31', 'serving']) },
    lines: ['月费 310000×1/31 = 10000'],
  },
  {
    ...{ ...may, says: 'a stop is written from the day after the last served one' },
    ...{ terms: since(fixed(310_000)), states: states(['2025-01-01', 'serving'], ['2026-05-11', 'stopped']) },
    lines: ['月费 310000×10/31 = 100000'],
  },
  {
    ...{ ...may, says: 'a stop on the last day of the month before leaves nothing to pay' },
    ...{ terms: since(fixed(310_000)), states: states(['2025-01-01', 'serving'], ['2026-05-01', 'stopped']) },
    lines: [],
  },
  {
    ...{ ...may, says: 'a part of a 分 from a half on is rounded up' },
    ...{ terms: since(fixed(100_001)), states: states(['2026-05-17', 'serving']) },
    // 100001 × 15 ÷ 31 = 48387.58…
    lines: ['月费 100001×15/31 = 48388'],
  },
  {
    ...{ ...may, says: 'less than half a 分 is dropped' },
    ...{ terms: since(fixed(100_000)), states: states(['2026-05-23', 'serving']) },
    // 100000 × 9 ÷ 31 = 29032.25…
    lines: ['月费 100000×9/31 = 29032'],
  },
  {
    ...{ ...may, says: 'exactly half a 分 is rounded up', month: '2026-04' },
    ...{ terms: since(fixed(101)), states: states(['2026-04-16', 'serving']) },
    lines: ['月费 101×15/30 = 51'],
  },
  {
    ...{ ...may, says: 'a fee of nothing leaves no line', terms: since(fixed(0)), lines: [] },
  },
]

/** States within the month. */
const PAUSES: PriceCase[] = [
  {
    ...{ ...may, says: 'days of a pause are not billed', terms: since(fixed(310_000)) },
    states: states(['2025-01-01', 'serving'], ['2026-05-11', 'paused'], ['2026-05-21', 'serving']),
    lines: ['月费 310000×21/31 = 210000'],
  },
  {
    ...{ ...may, says: 'nor are days on trial', terms: since(fixed(310_000)) },
    states: states(['2026-04-28', 'trial'], ['2026-05-12', 'serving']),
    lines: ['月费 310000×20/31 = 200000'],
  },
  {
    ...{ ...may, says: 'a store paused all month pays nothing', terms: since(fixed(310_000)) },
    ...{ states: states(['2025-01-01', 'serving'], ['2026-04-30', 'paused']), lines: [] },
  },
  {
    ...{ ...may, says: 'of two states of a day the later one counts', terms: since(fixed(310_000)) },
    states: states(['2026-05-22', 'paused'], ['2026-05-22', 'serving']),
    lines: ['月费 310000×10/31 = 100000'],
  },
  {
    ...{ ...may, says: 'a store that stops and comes back pays both parts', terms: since(fixed(310_000)) },
    states: states(['2025-01-01', 'serving'], ['2026-05-06', 'stopped'], ['2026-05-27', 'serving']),
    lines: ['月费 310000×10/31 = 100000'],
  },
  {
    ...{ ...may, says: 'a store without any state is not served', terms: since(fixed(310_000)) },
    ...{ states: [], lines: [] },
  },
]

/** Terms that change within the month. */
const CHANGES: PriceCase[] = [
  {
    ...{ ...may, says: 'a new fee counts from its day' },
    terms: from(['2025-01-01', fixed(310_000)], ['2026-05-11', fixed(620_000)]),
    lines: ['月费 310000×10/31 = 100000', '月费 620000×21/31 = 420000'],
  },
  {
    ...{ ...may, says: 'the last of several lines takes the remainder, so that no 分 is lost' },
    terms: from(['2025-01-01', fixed(100_000)], ['2026-05-11', included(100_000, 1, 0)]),
    // 32258.06… and 67741.93…: rounded each they would come to 100000 as well; here they have to.
    lines: ['月费 100000×10/31 = 32258', '月费 100000×21/31 = 67742'],
  },
  {
    ...{ ...may, says: 'two halves that would both be rounded up are rounded once', month: '2026-04' },
    terms: from(['2025-01-01', fixed(101)], ['2026-04-16', included(101, 1, 0)]),
    lines: ['月费 101×15/30 = 51', '月费 101×15/30 = 50'],
  },
  {
    ...{ ...may, says: 'terms agreed anew at the same price are one line' },
    terms: from(['2025-01-01', fixed(310_000)], ['2026-05-11', fixed(310_000)]),
    lines: ['月费 310000×31/31 = 310000'],
  },
  {
    ...{ ...may, says: 'terms that begin after the month do not count yet' },
    terms: from(['2025-01-01', fixed(310_000)], ['2026-06-01', fixed(620_000)]),
    lines: ['月费 310000×31/31 = 310000'],
  },
  {
    ...{ ...may, says: 'terms of the first day count for the whole month' },
    terms: from(['2025-01-01', fixed(620_000)], ['2026-05-01', fixed(310_000)]),
    lines: ['月费 310000×31/31 = 310000'],
  },
  {
    ...{ ...may, says: 'a change of terms during a pause counts from the return' },
    terms: from(['2025-01-01', fixed(310_000)], ['2026-05-15', fixed(620_000)]),
    states: states(['2025-01-01', 'serving'], ['2026-05-11', 'paused'], ['2026-05-22', 'serving']),
    lines: ['月费 310000×10/31 = 100000', '月费 620000×10/31 = 200000'],
  },
  {
    ...{ ...may, says: 'a change from the month to the day is billed in both ways' },
    terms: from(['2025-01-01', fixed(310_000)], ['2026-05-30', daily(20_000)]),
    lines: ['月费 310000×29/31 = 290000', '按天 20000×2 = 40000'],
  },
  {
    ...{ ...may, says: 'served days before the first terms are said, not billed' },
    terms: from(['2026-05-04', fixed(310_000)]),
    ...{ lines: ['月费 310000×28/31 = 280000'], missing: ['terms 01 02 03'] },
  },
  {
    ...{ ...may, says: 'without terms nothing is billed, and every served day is said' },
    ...{ terms: [], states: states(['2026-05-30', 'serving']), lines: [], missing: ['terms 30 31'] },
  },
]

export const MONTHLY: readonly PriceCase[] = [...FIXED, ...PAUSES, ...CHANGES]
