import { formatCount, formatMoney, formatRate, moneyFigure } from '#kit/format.ts'
import { sum } from '#kit/money.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import type { Figure } from '#kit/ui/FigureStrip.tsx'
import type { HomeMoneyAnswer } from './answer.tsx'

// The figures of the money strips, from the server's response.

export function draftsFigure({ drafts: { count, cents, oldestMonth, link } }: HomeMoneyAnswer): Figure {
  return {
    key: 'drafts',
    name: t('草稿'),
    ...moneyFigure(cents),
    to: link,
    note:
      count > 0
        ? t('{n} 张，最早 {month}', { n: formatCount(count), month: oldestMonth ?? '' })
        : t('没有草稿'),
    about: { formula: t('还没有出账的账单合计；出账以后才是应收。') },
  }
}

export function overdueFigure({
  overdue: { count, covers, cents, oldestDays, link },
}: HomeMoneyAnswer): Figure {
  return {
    key: 'overdue',
    name: t('逾期'),
    ...moneyFigure(cents),
    to: link,
    bad: count > 0,
    note:
      count > 0
        ? t('{n} 张，最久 {days} 天', { n: formatCount(count), days: oldestDays ?? 0 })
        : allWell({ covers, good: (n) => t('{n} 张待收，没有逾期', { n }), none: t('没有待收的账单') }),
    about: { formula: t('过了到期日还没有收齐的部分') },
  }
}

export function unclaimedFigure({
  unclaimed: { count, covers, cents, oldestOn, link },
}: HomeMoneyAnswer): Figure {
  return {
    key: 'unclaimed',
    name: t('待认领'),
    ...moneyFigure(cents),
    to: link,
    note:
      count > 0
        ? t('{n} 笔流水，最早 {day}', { n: formatCount(count), day: oldestOn?.slice(5) ?? '' })
        : allWell({ covers, good: (n) => t('{n} 笔流水都已对上', { n }), none: t('还没有流水') }),
    about: { formula: t('银行流水里还没有对上账单的收款，不算已收。') },
  }
}

/** Billed too little minus billed too much: a difference must be settled in either direction. */
export function mismatchedFigure({ mismatched: { count, covers, cents, link } }: HomeMoneyAnswer): Figure {
  const words =
    cents < 0
      ? t('{n} 家店铺月份，多收', { n: formatCount(count) })
      : t('{n} 家店铺月份，少收', { n: formatCount(count) })
  return {
    key: 'mismatched',
    name: t('不符'),
    ...moneyFigure(Math.abs(cents)),
    to: link,
    note:
      count > 0
        ? words
        : allWell({ covers, good: (n) => t('{n} 家店铺月份都相符', { n }), none: t('还没有出账') }),
    about: { formula: t('出账之后数据、服务状态或计费方式变了：现算 − 已出的合计') },
  }
}

export function collectedFigure({ collected: { month, receivedCents, owedCents } }: HomeMoneyAnswer): Figure {
  const due = receivedCents + owedCents
  const rate = due > 0 ? formatRate(Math.round((receivedCents * 10_000) / due), 1) : null
  return {
    key: 'collected',
    name: t('{month} 收款', { month }),
    ...moneyFigure(receivedCents),
    note: rate === null ? t('本月没有到期的账单') : t('到期应收的 {rate}', { rate }),
    about: {
      formula: t('本月收到的款（含押金，不含押金抵扣）；到期应收 = 已收 + 月底前到期还没收的'),
      numerator: formatMoney(receivedCents),
      denominator: formatMoney(due),
    },
  }
}

export function closingFigure({ closing: month, closedMonths }: HomeMoneyAnswer): Figure {
  if (!month) {
    const good = (n: string) => t('过完的 {n} 个月都已结账', { n })
    const note = allWell({ covers: closedMonths, good, none: t('还没有过完的月份') })
    return { key: 'closing', name: t('结账'), value: '0', unit: t('项待处理'), note }
  }
  const count = sum(month.items.map((item) => item.count))
  return {
    key: 'closing',
    name: t('结账 {month}', { month: month.month }),
    value: formatCount(count),
    unit: t('项待处理'),
    note:
      count > 0
        ? month.items.map(({ key }) => t(closingNames[key])).join(t('、'))
        : allWell({
            covers: month.covers,
            good: (n) => t('{n} 张账单和报销都已处理', { n }),
            none: t('没有账单和报销'),
          }),
    about: {
      formula: t('{month} 还没有结账：没出账的草稿、没生成账单的店铺、与现算不符的账单、待审的报销单', {
        month: month.month,
      }),
    },
  }
}

/** Short names of the tasks that block closing a month. */
export const closingNames = {
  draftBills: '草稿',
  missingBills: '没有账单的店铺',
  rerates: '不符',
  claims: '报销',
} as const
