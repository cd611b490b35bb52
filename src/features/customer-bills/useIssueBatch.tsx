import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { BatchAction } from '#kit/ui/list/declare.tsx'
import type { Bill } from './contract.ts'
import { customerBillSteps, MOST_ISSUED } from './contractSteps.ts'
import { billName } from './words.ts'

/** 批量出账: every chosen draft by itself, with what stood in the way of the others. */
export function useIssueBatch(): BatchAction<Bill> {
  const issue = useAction(customerBillSteps.issueMany)
  return {
    key: 'issue',
    label: t('出账'),
    confirm: (rows) => t('将出账 {n} 张账单：出账后明细不能再改。', { n: rows.length }),
    onClick: async (rows) => {
      const { results } = await issue.mutateAsync({ ids: rows.slice(0, MOST_ISSUED).map(({ id }) => id) })
      const named = new Map(rows.map((row) => [row.id, row]))
      return results.map(({ id, problem }) => {
        const row = named.get(id)
        const name = row ? `${row.storeName ?? row.customerName} ${billName(row)}` : String(id)
        return { key: id, name, ...(problem && { problem }) }
      })
    },
  }
}
