import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { refetchAll } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { BatchResultsProps } from './BatchResults.tsx'
import type { BatchAction, BatchWork } from './declare.tsx'
import type { RowResult } from './eachRow.ts'
import type { Selection } from './useSelection.tsx'

const BatchResults = lazyPart<'BatchResults', BatchResultsProps>(
  () => import('./BatchResults.tsx'),
  'BatchResults',
)

type Run = (key: string, work: (progress: (done: number, all: number) => void) => unknown) => Promise<void>

/** Runs actions on the selected rows, and shows their results. */
export interface Batch<T> {
  /** Key of the running action. */
  busy: string | null
  /** Its progress: 12/40. */
  progress: string | null
  run: Run
  perform: (action: BatchAction<T>) => void
  /** Forms and results; render them anywhere. */
  windows: ReactNode
}

/** The key of 选择全部 while it runs. */
export const ALL = 'select-all'

/** Runs actions on the selected rows, after a confirmation if required. */
export function useBatch<T>(selection: Selection<T>): Batch<T> {
  const { rows } = selection
  const { modal } = App.useApp()
  const { under: running, run } = useRunning()
  const [form, setForm] = useState<Extract<BatchAction<T>, { form: unknown }> | null>(null)
  const { show, window } = useResults(selection)
  const start = ({ key, label }: BatchAction<T>, work: BatchWork) =>
    run(key, async (progress) => show(label, await work((done) => progress(done, rows.length))))
  const perform = (action: BatchAction<T>) => {
    if ('form' in action) return setForm(action)
    const work: BatchWork = (progress) => action.onClick(rows, progress)
    if (!action.confirm) return void start(action, work)
    modal.confirm({
      title: t('{act} {n} 项', { act: action.label, n: formatCount(rows.length) }),
      content: action.confirm(rows),
      okText: action.label,
      okButtonProps: { danger: action.danger },
      onOk: () => void start(action, work),
    })
  }
  const close = () => setForm(null)
  const opened = form?.form({ rows, close, run: (work) => start(form, work).finally(close) })
  const windows = (
    <>
      {opened}
      {window}
    </>
  )
  return { busy: running?.key ?? null, progress: running?.progress ?? null, perform, run, windows }
}

/** The running action and its progress. */
function useRunning() {
  const [running, setRunning] = useState<{ key: string; progress: string | null } | null>(null)
  const run: Run = async (key, work) => {
    setRunning({ key, progress: null })
    try {
      await work((done, all) => setRunning({ key, progress: `${formatCount(done)}/${formatCount(all)}` }))
    } catch (error) {
      ignoreShownErrors(error)
    } finally {
      setRunning(null)
    }
  }
  return { under: running, run }
}

/** Shows the result of each row, deselects those that succeeded, and refetches the lists. */
function useResults<T>(selection: Selection<T>) {
  const queries = useQueryClient()
  const [results, setResults] = useState<{ label: string; of: RowResult[] } | null>(null)
  const show = (label: string, of: RowResult[] | null) => {
    if (!of) return
    selection.keepOnly(of.filter(({ problem }) => problem).map(({ key }) => key))
    setResults({ label, of })
    void refetchAll(queries)
  }
  const window = results && (
    <Suspense>
      <BatchResults {...results} onClose={() => setResults(null)} />
    </Suspense>
  )
  return { show, window }
}
