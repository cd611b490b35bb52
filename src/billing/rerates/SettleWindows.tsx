import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ConfirmWindow } from '#kit/ui/ConfirmWindow.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { BatchForm } from '#kit/ui/list/declare.tsx'
import { MAX_SETTLED, type Rerate, rerateConsequences, rerates } from './contract.ts'

type Results = { results: { id: number; problem: string | null }[] }

/** Result per row, in the format of batch actions. */
function toBatchResults(rows: readonly Rerate[], { results }: Results) {
  const names = new Map(rows.map((row) => [row.id, `${row.storeName} ${row.month}`]))
  return results.map(({ id, problem }) => ({
    key: id,
    name: names.get(id) ?? String(id),
    ...(problem && { problem }),
  }))
}

function chosenOf(rows: readonly Rerate[]) {
  const chosen = rows.slice(0, MAX_SETTLED)
  return { ids: chosen.map(({ id }) => id), versions: chosen.map(({ version }) => version) }
}

/** 出调整: previews number, total and month of the drafts before they are created. */
export function AdjustWindow({ rows, run, close }: BatchForm<Rerate>) {
  const adjust = useAction(rerates.adjust)
  const chosen = chosenOf(rows)
  return (
    <ConfirmWindow
      title={t('出调整 {n} 项', { n: chosen.ids.length })}
      endpoint={rerateConsequences.adjust}
      input={{ ids: chosen.ids }}
      okText={t('出调整')}
      onOk={() => run(async () => toBatchResults(rows, await adjust.mutateAsync(chosen)))}
      onClose={close}
    />
  )
}

/** 豁免: asks for the reason; waived differences are neither charged nor refunded. */
export function WaiveWindow({ rows, run, close }: BatchForm<Rerate>) {
  const chosen = chosenOf(rows)
  return (
    <FormModal
      open
      isAction
      onClose={close}
      title={t('豁免 {n} 项', { n: chosen.ids.length })}
      endpoint={rerates.waive}
      fixed={chosen}
      fields={[{ key: 'reason', kind: 'textarea', hint: t('至少 4 个字；原因留在这一行和结账的记录里。') }]}
      consequences={{ endpoint: rerateConsequences.waive, input: () => ({ ids: chosen.ids }) }}
      submitText={t('豁免')}
      onDone={(answer) => void run(async () => toBatchResults(rows, answer))}
    />
  )
}
