import type { CellFormatter } from '#kit/cellFormatter.ts'
import { formatMoney } from '#kit/format.ts'
import { type Say, t } from '#kit/text.ts'
import type { Bill } from './contract.ts'
import { billName, statementNames } from './rules.ts'

/** Short texts for missing data. */
export function missingTexts(missing: Bill['missing'], say: Say = t): string[] {
  return missing.map(({ what, days }) => say(MISSING_TEXTS[what], { n: days.length }))
}

/** Text for written-off amounts; empty if there are none. */
export const writtenOffText = (cents: number, say: Say = t): string[] =>
  cents > 0 ? [say('核销 {money}', { money: formatMoney(cents) })] : []

const MISSING_TEXTS = {
  terms: '{n} 天没有计费方式',
  volume: '缺 {n} 天咨询量',
  sales: '缺 {n} 天销售额',
  mean: '上月没有数据，按最低档',
} as const

/** Cell texts of the list of bills. */
export const billFormatters = {
  name: { name: 'bills.name', of: billName } as CellFormatter<Bill>,
  check: {
    name: 'bills.check',
    of: ({ status, missing, missingReason, statement, writtenOffCents }, say) => {
      if (status === 'draft') return missingTexts(missing, say).join(say('；'))
      const texts = [
        ...(missingReason ? [say('缺数据出账')] : []),
        ...(statement ? [say(statementNames[statement])] : []),
        ...writtenOffText(writtenOffCents, say),
      ]
      return texts.length > 0 ? texts.join(say('；')) : null
    },
  } as CellFormatter<Bill>,
}
