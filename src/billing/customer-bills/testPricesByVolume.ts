import { addDays } from '#kit/calendar.ts'
import {
  commission,
  daily,
  each,
  from,
  fullMay,
  hourly,
  included,
  may,
  type PriceCase,
  since,
  states,
  tiers,
  without,
} from './testPriceFacts.ts'

/** Allowance and overage. */
const OVERAGE: PriceCase[] = [
  {
    ...may,
    says: 'volume within the allowance costs only the fee',
    terms: since(included(500_000, 200, 60)),
    figures: fullMay(200),
    lines: ['月费 500000×31/31 = 500000'],
  },
  {
    ...may,
    says: 'a single buyer above the allowance is billed',
    terms: since(included(500_000, 200, 60)),
    figures: new Map([...fullMay(200), ['2026-05-31', { volume: 201, salesCents: null }]]),
    lines: ['月费 500000×31/31 = 500000', '超量 60×1 = 60'],
  },
  {
    ...may,
    says: 'quiet days offset busy days, because the month is counted as a whole',
    terms: since(included(500_000, 200, 60)),
    figures: new Map([...fullMay(190), ...each('2026-05-20', '2026-05-21', 300)]),
    // 29 × 190 + 2 × 300 = 6110; allowance 6200.
    lines: ['月费 500000×31/31 = 500000'],
  },
  {
    ...may,
    says: 'all volume above the allowance of the month is billed',
    terms: since(included(500_000, 200, 60)),
    figures: fullMay(250),
    lines: ['月费 500000×31/31 = 500000', '超量 60×1550 = 93000'],
  },
  {
    ...may,
    says: 'in a partial month only served days add to the allowance',
    terms: since(included(310_000, 100, 50)),
    figures: fullMay(150),
    states: states(['2025-01-01', 'serving'], ['2026-05-11', 'stopped']),
    lines: ['月费 310000×10/31 = 100000', '超量 50×500 = 25000'],
  },
  {
    ...may,
    says: 'volume on days of a pause does not count',
    terms: since(included(310_000, 100, 50)),
    figures: new Map([...fullMay(100), ...each('2026-05-11', '2026-05-20', 900)]),
    states: states(['2025-01-01', 'serving'], ['2026-05-11', 'paused'], ['2026-05-21', 'serving']),
    lines: ['月费 310000×21/31 = 210000'],
  },
  {
    ...may,
    says: 'a volume of 0 is a known figure',
    terms: since(included(500_000, 200, 60)),
    figures: fullMay(0),
    lines: ['月费 500000×31/31 = 500000'],
  },
  {
    ...may,
    says: 'a day without a figure is missing, which differs from 0',
    terms: since(included(310_000, 100, 50)),
    figures: without(fullMay(200), '2026-05-09', '2026-05-10'),
    // 29 × 200 − 31 × 100
    lines: ['月费 310000×31/31 = 310000', '超量 50×2700 = 135000'],
    missing: ['volume 09 10'],
  },
  {
    ...may,
    says: 'a figure without volume is missing as well',
    terms: since(included(310_000, 100, 50)),
    figures: each('2026-05-30', '2026-05-31', null),
    states: states(['2026-05-30', 'serving']),
    lines: ['月费 310000×2/31 = 20000'],
    missing: ['volume 30 31'],
  },
  {
    ...may,
    says: 'volume is not needed if overage is free',
    terms: since(included(310_000, 100, 0)),
    lines: ['月费 310000×31/31 = 310000'],
  },
  {
    ...may,
    says: 'a new fee with the same overage price counts the volume of the whole month',
    terms: from(['2025-01-01', included(310_000, 100, 50)], ['2026-05-11', included(620_000, 100, 50)]),
    figures: new Map([...each('2026-05-01', '2026-05-10', 0), ...each('2026-05-11', '2026-05-31', 150)]),
    // 21 × 150 = 3150; allowance 3100.
    lines: ['月费 310000×10/31 = 100000', '月费 620000×21/31 = 420000', '超量 50×50 = 2500'],
  },
  {
    ...may,
    says: 'each overage price is counted separately',
    terms: from(['2025-01-01', included(310_000, 100, 50)], ['2026-05-11', included(310_000, 100, 80)]),
    figures: new Map([...each('2026-05-01', '2026-05-10', 120), ...each('2026-05-11', '2026-05-31', 90)]),
    lines: ['月费 310000×10/31 = 100000', '月费 310000×21/31 = 210000', '超量 50×200 = 10000'],
  },
  {
    ...may,
    says: 'a higher allowance from a day on raises the allowance of the month',
    terms: from(['2025-01-01', included(310_000, 100, 50)], ['2026-05-11', included(310_000, 200, 50)]),
    figures: fullMay(200),
    // 6200 − (10 × 100 + 21 × 200)
    lines: ['月费 310000×10/31 = 100000', '月费 310000×21/31 = 210000', '超量 50×1000 = 50000'],
  },
]

/** Tiers, commission, daily and hourly prices. */
const OTHERS: PriceCase[] = [
  {
    ...may,
    says: 'the mean of the previous month decides the tier',
    terms: since(tiers),
    meanBefore: 301,
    lines: ['月费 700000×31/31 = 700000'],
  },
  {
    ...may,
    says: 'a mean at the limit of a tier is within it',
    terms: since(tiers),
    meanBefore: 300,
    lines: ['月费 400000×31/31 = 400000'],
  },
  {
    ...may,
    says: 'a mean slightly above the limit of a tier falls into the next tier',
    terms: since(tiers),
    meanBefore: 300 + 1 / 31,
    lines: ['月费 700000×31/31 = 700000'],
  },
  {
    ...may,
    says: 'a mean of 0 is in the lowest tier, and nothing is missing',
    terms: since(tiers),
    meanBefore: 0,
    lines: ['月费 200000×31/31 = 200000'],
  },
  {
    ...may,
    says: 'the lowest tier applies without a mean, which is reported',
    terms: since(tiers),
    lines: ['月费 200000×31/31 = 200000'],
    missing: ['mean'],
  },
  {
    ...may,
    says: 'a tier ignores the volume of this month',
    terms: since(tiers),
    meanBefore: 50,
    figures: fullMay(9_000),
    lines: ['月费 200000×31/31 = 200000'],
  },
  {
    ...may,
    says: 'a partial month pays part of the fee',
    terms: since(tiers),
    meanBefore: 150,
    states: states(['2026-05-01', 'serving'], ['2026-05-16', 'stopped']),
    // 400000 × 15 ÷ 31 = 193548.38…
    lines: ['月费 400000×15/31 = 193548'],
  },
  {
    ...may,
    says: 'commission is the base fee plus a share of the sales',
    terms: since(commission(150_000, 300)),
    figures: fullMay(10, 100_000),
    lines: ['月费 150000×31/31 = 150000', '提成 300×3100000/10000 = 93000'],
  },
  {
    ...may,
    says: 'commission is rounded once per month, not per day',
    terms: since(commission(0, 1)),
    figures: fullMay(10, 4_999),
    // 154969 ÷ 10000 = 15.4969; rounded per day it would be 0.
    lines: ['提成 1×154969/10000 = 15'],
  },
  {
    ...may,
    says: 'sales of 0 are a known figure and create no line',
    terms: since(commission(150_000, 300)),
    figures: fullMay(10, 0),
    lines: ['月费 150000×31/31 = 150000'],
  },
  {
    ...may,
    says: 'unknown sales are reported as missing',
    terms: since(commission(150_000, 300)),
    figures: without(fullMay(10, 10_000), '2026-05-05'),
    lines: ['月费 150000×31/31 = 150000', '提成 300×300000/10000 = 9000'],
    missing: ['sales 05'],
  },
  {
    ...may,
    says: 'a new commission rate applies to sales from its first day',
    terms: from(['2025-01-01', commission(0, 100)], ['2026-05-22', commission(0, 200)]),
    figures: fullMay(10, 10_000),
    lines: ['提成 100×210000/10000 = 2100', '提成 200×100000/10000 = 2000'],
  },
  {
    ...may,
    says: 'a daily price counts served days',
    terms: since(daily(20_000)),
    states: states(['2025-01-01', 'serving'], ['2026-05-11', 'paused'], ['2026-05-21', 'serving']),
    lines: ['按天 20000×21 = 420000'],
  },
  {
    ...may,
    says: 'an hourly price counts the hours of each served day',
    terms: since(hourly(3_000, 16)),
    states: states(['2026-05-22', 'serving']),
    lines: ['按时 3000×160 = 480000'],
  },
  {
    ...may,
    says: 'each daily price has its own line',
    terms: from(['2025-01-01', daily(20_000)], ['2026-05-30', daily(25_000)]),
    lines: ['按天 20000×29 = 580000', '按天 25000×2 = 50000'],
  },
  {
    ...may,
    says: 'figures of days after the month do not count',
    terms: since(included(310_000, 100, 50)),
    figures: new Map([...fullMay(100), [addDays('2026-05-31', 1), { volume: 9_999, salesCents: null }]]),
    lines: ['月费 310000×31/31 = 310000'],
  },
]

export const BY_VOLUME: readonly PriceCase[] = [...OVERAGE, ...OTHERS]
