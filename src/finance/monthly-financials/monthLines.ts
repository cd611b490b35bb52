import type { MonthResult } from './contract.ts'

/** Basis of the lines that the user selected: accrual, cash, or both. */
export type Basis = 'accrual' | 'cash' | 'both'

/** A row of the table of months. */
export interface Line {
  key: string
  title: string
  type: 'money' | 'rate'
  /** A sum, or the net result. */
  weight?: 'sum' | 'net'
  /** Basis of the line; default accrual. `any`: every basis. */
  of?: 'cash' | 'any'
  value: (month: MonthResult) => number | null
}

interface Section {
  title: string
  lines: readonly Line[]
}

type SumKey = keyof MonthResult['sums']

const money = (key: SumKey, title: string, more: Partial<Line> = {}): Line => ({
  key,
  title,
  type: 'money',
  value: inBooks(({ sums }) => sums[key]),
  ...more,
})

const rate = (key: keyof MonthResult['ratios'], title: string, more: Partial<Line> = {}): Line => ({
  key,
  title,
  type: 'rate',
  value: inBooks(({ ratios }) => ratios[key]),
  ...more,
})

/** Returns null for a month before the books begin. */
function inBooks(value: Line['value']): Line['value'] {
  return (month) => (month.status === 'before' ? null : value(month))
}

/** Lines of a month in display order; titles and sections are translated when shown. */
export const SECTIONS: readonly Section[] = [
  {
    title: '收入',
    lines: [
      money('serviceCents', '服务费'),
      money('commissionCents', '提成'),
      money('overageCents', '超量'),
      money('otherIncomeCents', '临时与增值'),
      money('adjustmentCents', '退款与调整'),
      money('revenueCents', '应计收入', { weight: 'sum' }),
      money('netOfTaxCents', '其中不含税'),
      money('cashCents', '现金收款', { weight: 'sum', of: 'cash' }),
      {
        key: 'cashGap',
        title: '现金减应计',
        type: 'money',
        of: 'cash',
        value: inBooks(({ sums }) => sums.cashCents - sums.revenueCents),
      },
      rate('collectionBp', '收款率', { of: 'cash' }),
    ],
  },
  {
    title: '直接成本',
    lines: [
      money('storeSalaryCents', '店铺工资'),
      money('agentCommissionCents', '客服提成'),
      money('taggedClaimCents', '店铺和客户报销'),
      money('badDebtCents', '坏账'),
      money('grossCents', '毛利', { weight: 'sum' }),
      rate('marginBp', '毛利率'),
    ],
  },
  {
    title: '公共费用',
    lines: [
      money('commonClaimCents', '公共报销'),
      money('otherSalaryCents', '其他工资'),
      money('manualCents', '手工项'),
      money('netCents', '净利', { weight: 'net' }),
    ],
  },
  {
    title: '经常收入与客户',
    lines: [
      {
        key: 'recurring',
        title: '月末经常收入',
        type: 'money',
        of: 'any',
        value: inBooks(({ recurring }) => recurring.endCents),
      },
      rate('netRetentionBp', '净收入留存', { of: 'any' }),
      rate('grossRetentionBp', '总收入留存', { of: 'any' }),
      rate('customerChurnBp', '客户流失率', { of: 'any' }),
      rate('storeChurnBp', '店铺流失率', { of: 'any' }),
      {
        key: 'arpa',
        title: '每客户收入',
        type: 'money',
        of: 'any',
        value: inBooks(({ ratios }) => ratios.arpaCents),
      },
    ],
  },
]

/** Sections with the lines of a basis. */
export function sectionsOf(basis: Basis): Section[] {
  return SECTIONS.map(({ title, lines }) => ({
    title,
    lines: lines.filter(({ of = 'accrual' }) => basis === 'both' || of === 'any' || of === basis),
  })).filter(({ lines }) => lines.length > 0)
}

/** Whether all sums of these months are 0. */
export function isEmpty(months: readonly MonthResult[]): boolean {
  return months.every(({ sums }) => Object.values(sums).every((cents) => cents === 0))
}

/** Default month of a screen: the next one to be closed; if none was ever closed, the last one that is over. */
export function defaultMonth(months: readonly MonthResult[], thisMonth: string): MonthResult | undefined {
  const closed = months.findLastIndex(({ status }) => status === 'closed')
  if (closed >= 0) return months[closed + 1] ?? months[closed]
  const begun = months.filter(({ status }) => status !== 'before')
  return begun.findLast(({ month }) => month < thisMonth) ?? begun.at(-1) ?? months.at(-1)
}
