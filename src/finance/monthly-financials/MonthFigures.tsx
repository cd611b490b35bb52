import { formatCount, formatMoney, formatRate, moneyFigure, NOTHING, rateValue } from '#kit/format.ts'
import { changeBp } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import { type Figure, FigureStrip } from '#kit/ui/FigureStrip.tsx'
import type { MonthResult } from './contract.ts'
import type { MonthSelection } from './useMonths.tsx'

/** Five key figures of a month, each with its trend and formula. */
export function MonthFigures({ selection }: { selection: MonthSelection }) {
  return (
    <div className="months-figures not-printed">
      <FigureStrip
        figures={[
          netFigure(selection),
          marginFigure(selection),
          retentionFigure(selection),
          collectionFigure(selection),
          churnFigure(selection),
        ]}
      />
    </div>
  )
}

/** Values of the months up to the selected one, for the trend; undefined for a single month. */
function trendValues({ months, month }: MonthSelection, value: (month: MonthResult) => number | null) {
  const upTo = months.filter((one) => one.month <= month.month)
  return upTo.length > 1 ? upTo.map(value) : undefined
}

function comparedText({ before }: MonthSelection) {
  return before ? t('较 {month}', { month: before.month }) : ''
}

function netFigure(selection: MonthSelection): Figure {
  const { sums } = selection.month
  const value = (month: MonthResult) => month.sums.netCents
  return {
    key: 'net',
    name: t('{month} 净利', { month: selection.month.month }),
    ...moneyFigure(sums.netCents),
    bad: sums.netCents < 0,
    trend: trendValues(selection, value),
    trendText: formatMoney,
    ...(selection.before && {
      change: { label: comparedText(selection), bp: changeBp(sums.netCents, value(selection.before)) },
    }),
    about: {
      formula: t('净利 = 毛利 − 公共报销 − 其他工资 − 手工项'),
      more: t('{gross} − {claims} − {salaries} − {manual} = {net}', {
        gross: formatMoney(sums.grossCents),
        claims: formatMoney(sums.commonClaimCents),
        salaries: formatMoney(sums.otherSalaryCents),
        manual: formatMoney(sums.manualCents),
        net: formatMoney(sums.netCents),
      }),
    },
  }
}

/** Value, trend and change of a rate, without its name. */
function rateFigure(
  selection: MonthSelection,
  key: 'marginBp' | 'netRetentionBp' | 'collectionBp' | 'customerChurnBp',
) {
  const bp = selection.month.ratios[key]
  const before = selection.before?.ratios[key] ?? null
  return {
    key,
    value: bp === null ? NOTHING : rateValue(bp),
    unit: bp === null ? '' : '%',
    trend: trendValues(selection, (month) => month.ratios[key]),
    trendText: (value: number) => formatRate(value),
    ...(bp !== null &&
      before !== null && { change: { label: comparedText(selection), bp: bp - before, points: true } }),
  }
}

function marginFigure(selection: MonthSelection): Figure {
  const { sums } = selection.month
  return {
    ...rateFigure(selection, 'marginBp'),
    name: t('毛利率'),
    bad: sums.grossCents < 0,
    about: {
      formula: t('毛利率 = 毛利 ÷ 应计收入'),
      numerator: formatMoney(sums.grossCents),
      denominator: formatMoney(sums.revenueCents),
      more: t('毛利 = 应计收入 − 店铺工资 − 客服提成 − 店铺和客户报销 − 坏账'),
    },
  }
}

function retentionFigure(selection: MonthSelection): Figure {
  const { recurring, ratios } = selection.month
  const retainedCents =
    recurring.startCents + recurring.expansionCents - recurring.contractionCents - recurring.churnCents
  return {
    ...rateFigure(selection, 'netRetentionBp'),
    name: t('净收入留存'),
    note: t('总留存 {rate}', { rate: formatRate(ratios.grossRetentionBp) }),
    change: undefined,
    about: {
      formula: t('净收入留存 = （月初经常收入 + 扩展 − 收缩 − 流失）÷ 月初经常收入'),
      numerator: formatMoney(retainedCents),
      denominator: formatMoney(recurring.startCents),
      more: t('总留存不含扩展；新增和召回的店铺不计入。'),
    },
  }
}

function collectionFigure(selection: MonthSelection): Figure {
  const { sums } = selection.month
  const { value, unit } = moneyFigure(sums.cashCents)
  return {
    ...rateFigure(selection, 'collectionBp'),
    name: t('收款率'),
    note: t('现金 {value} {unit}', { value, unit }),
    change: undefined,
    about: {
      formula: t('收款率 = 本月账单至今收到的 ÷ 本月账单应收'),
      more: t('现金收款按收款日计，也含以前月份的账单，所以两个数不必相等。'),
    },
  }
}

function churnFigure(selection: MonthSelection): Figure {
  const { ratios } = selection.month
  return {
    ...rateFigure(selection, 'customerChurnBp'),
    name: t('客户流失率'),
    note: t('{n}/{all} 家；店铺 {rate}', {
      n: formatCount(ratios.customersLost),
      all: formatCount(ratios.customersAtStart),
      rate: formatRate(ratios.storeChurnBp),
    }),
    change: undefined,
    about: {
      formula: t('客户流失率 = 本月流失的客户 ÷ 月初客户'),
      numerator: t('{n} 家', { n: formatCount(ratios.customersLost) }),
      denominator: t('{n} 家', { n: formatCount(ratios.customersAtStart) }),
      more: t('店铺流失 {n}/{all} 家', { n: ratios.storesLost, all: ratios.storesAtStart }),
    },
  }
}
