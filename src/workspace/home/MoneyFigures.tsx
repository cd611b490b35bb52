import { formatCount, formatMoney, formatRate, moneyFigure } from '#kit/format.ts'
import { sum } from '#kit/money.ts'
import { t } from '#kit/text.ts'
import type { Figure } from '#kit/ui/FigureStrip.tsx'
import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import type { HomeMoneyAnswer } from './answer.tsx'

/** Money in a strip: what is to be issued, what is late, what came in and whose it is, the month to be closed. */
export function MoneyFigures({ money }: { money: HomeMoneyAnswer }) {
  return (
    <FigureStrip
      figures={[drafts(money), overdue(money), unclaimed(money), collected(money), closing(money)]}
    />
  )
}

function drafts({ drafts: { count, cents, oldestMonth, link } }: HomeMoneyAnswer): Figure {
  return {
    ...{ key: 'drafts', name: t('草稿'), ...moneyFigure(cents), to: link },
    note:
      count > 0
        ? t('{n} 张，最早 {month}', { n: formatCount(count), month: oldestMonth ?? '' })
        : t('没有草稿'),
    about: { formula: t('还没有出账的账单合计；出账以后才是应收。') },
  }
}

function overdue({ overdue: { count, cents, oldestDays, link } }: HomeMoneyAnswer): Figure {
  return {
    ...{ key: 'overdue', name: t('逾期'), ...moneyFigure(cents), to: link, bad: count > 0 },
    note:
      count > 0
        ? t('{n} 张，最久 {days} 天', { n: formatCount(count), days: oldestDays ?? 0 })
        : t('没有逾期'),
    about: { formula: t('过了到期日还没有收齐的部分') },
  }
}

function unclaimed({ unclaimed: { count, cents, oldestOn, link } }: HomeMoneyAnswer): Figure {
  return {
    ...{ key: 'unclaimed', name: t('待认领'), ...moneyFigure(cents), to: link },
    note:
      count > 0
        ? t('{n} 笔流水，最早 {day}', { n: formatCount(count), day: oldestOn?.slice(5) ?? '' })
        : t('流水都已对上'),
    about: { formula: t('银行流水里还没有对上账单的收款，不算已收。') },
  }
}

function collected({ collected: { month, receivedCents, owedCents } }: HomeMoneyAnswer): Figure {
  const due = receivedCents + owedCents
  const rate = due > 0 ? formatRate(Math.round((receivedCents * 10_000) / due), 1) : null
  return {
    ...{ key: 'collected', name: t('{month} 收款', { month }), ...moneyFigure(receivedCents) },
    note:
      rate === null
        ? t('本月没有到期的账单')
        : t('到期应收 {money}，已收 {rate}', { money: formatMoney(due), rate }),
    about: {
      formula: t('本月收到的款（含押金，不含押金抵扣）；到期应收 = 已收 + 月底前到期还没收的'),
      numerator: formatMoney(receivedCents),
      denominator: formatMoney(due),
    },
  }
}

function closing({ closing: month }: HomeMoneyAnswer): Figure {
  if (!month)
    return { key: 'closing', name: t('结账'), value: '0', unit: t('项待处理'), note: t('过完的月份都已结账') }
  const count = sum(month.items.map((item) => item.count))
  return {
    ...{ key: 'closing', name: t('结账 {month}', { month: month.month }) },
    ...{ value: formatCount(count), unit: t('项待处理') },
    note:
      count > 0 ? month.items.map(({ key }) => t(closingNames[key])).join(t('、')) : t('账单和报销都已处理'),
    about: {
      formula: t('{month} 还没有结账：没出账的草稿、没生成账单的店铺、待审的报销单', { month: month.month }),
    },
  }
}

/** What keeps a month open, in a word. */
export const closingNames = { draftBills: '草稿', missingBills: '没有账单的店铺', claims: '报销' } as const
