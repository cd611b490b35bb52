import { App } from 'antd'
import { formatMoney } from '#kit/format.ts'
import { sum } from '#kit/money.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import type { BatchAction } from '#kit/ui/list/declare.tsx'
import type { BankRow, Suggestion } from './contract.ts'
import { bankReceipts, MAX_CONFIRMED } from './contract.ts'

/** The parts of a suggestion in request format. */
export const partsOf = (suggestion: Suggestion | undefined) =>
  (suggestion?.parts ?? []).map(({ billId, amountCents }) => ({ billId, amountCents }))

/** Books the selected rows as suggested; reports rows that need a separate decision. */
export function useConfirmBatch(): BatchAction<BankRow> {
  const confirm = useAction(bankReceipts.confirmMany)
  return {
    key: 'confirm',
    label: t('按建议登记'),
    confirm: (rows) => {
      const money = formatMoney(sum(bookableRows(rows).map(({ leftCents }) => leftCents)))
      return t('将按建议登记 {n} 笔、共 {money} 的收款，请先核对每一笔的账单。', {
        n: bookableRows(rows).length,
        money,
      })
    },
    onClick: async (rows) => {
      const batchRows = bookableRows(rows).slice(0, MAX_CONFIRMED)
      const sent = batchRows.map(({ id, suggestions }) => ({ id, parts: partsOf(suggestions[0]) }))
      const { results } = await confirm.mutateAsync({ rows: sent })
      const problems = new Map(results.map(({ id, problem }) => [id, problem]))
      return rows.map((row) => {
        const problem = problems.has(row.id) ? problems.get(row.id) : skipReason(row)
        return {
          key: row.id,
          name: `${row.payer} ${formatMoney(row.leftCents)}`,
          ...(problem && { problem }),
        }
      })
    },
  }
}

/** Rows that the batch can book. */
const bookableRows = (rows: readonly BankRow[]) => rows.filter(isFullySuggested)

/** Whether the suggestion covers the whole amount and the row's month is open. */
export const isFullySuggested = ({ suggestions: [best], monthClosed }: BankRow): boolean =>
  best !== undefined && !best.reasons.includes('over') && !monthClosed

function skipReason({ suggestions, monthClosed }: BankRow): string {
  if (suggestions.length === 0) return t('没有相符的账单')
  return monthClosed ? t('所在月份已结账，请单独登记') : t('多于应收，请单独登记')
}

/** Removes the mark 无关 from a row and shows a message. */
export function useTakeBack(): (row: BankRow) => Promise<void> {
  const { message } = App.useApp()
  const back = useAction(bankReceipts.takeBack)
  return async ({ id }) => {
    try {
      await back.mutateAsync({ id })
      void message.success(t('已回到待认领'))
    } catch (error) {
      ignoreShownErrors(error)
    }
  }
}
