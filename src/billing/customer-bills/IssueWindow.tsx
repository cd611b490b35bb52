import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ConfirmWindow } from '#kit/ui/ConfirmWindow.tsx'
import type { BatchForm } from '#kit/ui/list/declare.tsx'
import type { Bill } from './contract.ts'
import { billConsequences } from './contractConsequences.ts'
import { customerBillSteps, MOST_ISSUED } from './contractSteps.ts'
import { billName } from './rules.ts'

/** Shows what issuing the chosen drafts will change, issues them, and reports what stood in the way of the others. */
export function IssueWindow({ rows, run, close }: BatchForm<Bill>) {
  const issue = useAction(customerBillSteps.issueMany)
  const chosen = rows.slice(0, MOST_ISSUED)
  const ids = chosen.map(({ id }) => id)
  const named = new Map(rows.map((row) => [row.id, row]))
  const send = async () => {
    const { results } = await issue.mutateAsync({ ids, versions: chosen.map(({ version }) => version) })
    return results.map(({ id, problem }) => {
      const row = named.get(id)
      const name = row ? `${row.storeName ?? row.customerName} ${billName(row)}` : String(id)
      return { key: id, name, ...(problem && { problem }) }
    })
  }
  return (
    <ConfirmWindow
      title={t('出账 {n} 项', { n: ids.length })}
      endpoint={billConsequences.issueMany}
      input={{ ids }}
      okText={t('出账')}
      onOk={() => run(send)}
      onClose={close}
    />
  )
}
