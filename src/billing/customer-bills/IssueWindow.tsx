import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ConfirmWindow } from '#kit/ui/ConfirmWindow.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { BatchForm } from '#kit/ui/list/declare.tsx'
import type { Bill } from './contract.ts'
import { billConsequences } from './contractConsequences.ts'
import { customerBillSteps, MAX_ISSUED } from './contractSteps.ts'
import { missingFields } from './missingFields.tsx'
import { billName } from './rules.ts'

/** Previews issuing the selected drafts, issues them and reports failures per draft. */
export function IssueWindow({ rows, run, close }: BatchForm<Bill>) {
  const issue = useAction(customerBillSteps.issueMany)
  const chosen = rows.slice(0, MAX_ISSUED)
  const ids = chosen.map(({ id }) => id)
  const versions = chosen.map(({ version }) => version)
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const toBatchResults = ({ results }: IssueAnswer) =>
    results.map(({ id, problem }) => {
      const row = rowsById.get(id)
      const name = row ? `${row.storeName ?? row.customerName} ${billName(row)}` : String(id)
      return { key: id, name, ...(problem && { problem }) }
    })
  const title = t('出账 {n} 项', { n: ids.length })
  // All drafts with missing data share one reason.
  const missing = chosen.flatMap((row) => (row.status === 'draft' ? row.missing : []))
  if (missing.length > 0) {
    return (
      <FormModal
        open
        isAction
        onClose={close}
        title={title}
        endpoint={customerBillSteps.issueMany}
        fixed={{ ids, versions }}
        fields={missingFields(missing)}
        consequences={{ endpoint: billConsequences.issueMany, input: () => ({ ids }) }}
        submitText={t('出账')}
        onDone={(answer) => void run(async () => toBatchResults(answer))}
      />
    )
  }
  return (
    <ConfirmWindow
      title={title}
      endpoint={billConsequences.issueMany}
      input={{ ids }}
      okText={t('出账')}
      onOk={() => run(async () => toBatchResults(await issue.mutateAsync({ ids, versions })))}
      onClose={close}
    />
  )
}

type IssueAnswer = { results: { id: number; problem: string | null }[] }
