import { App, Button } from 'antd'
import { useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { reported } from '#kit/ui/reported.tsx'
import type { BatchAction } from './declare.tsx'
import { MOST_ROWS } from './fetchAll.tsx'
import type { Selection } from './useSelection.tsx'
import './BatchBar.css'

interface Props<T> {
  selection: Selection<T>
  total: number
  /** How many of the selected stand on this page. */
  here: number
  selectAll: () => Promise<void>
  actions: BatchAction<T>[]
}

/** What is selected over all pages, and what may be done with it. Nothing while nothing is. */
export function BatchBar<T>({ selection, total, here, selectAll, actions }: Props<T>) {
  const { busy, run, act } = useBatch(selection)
  const count = selection.rows.length
  if (count === 0) return null
  return (
    <section className="batch-bar" aria-label={t('批量操作')}>
      <span role="status">
        <b>{t('已选 {n} 项', { n: formatCount(count) })}</b>
        {here < count && <small>{t('（本页 {n} 项）', { n: here })}</small>}
      </span>
      <Button type="link" onClick={selection.clear}>
        {t('取消选择')}
      </Button>
      {count < total && total <= MOST_ROWS && (
        <Button type="link" loading={busy === ALL} onClick={() => void run(ALL, selectAll).catch(reported)}>
          {t('选择全部 {n} 条', { n: formatCount(total) })}
        </Button>
      )}
      {actions.length > 0 && <span className="batch-rule" />}
      {actions.map((action) => (
        <Button
          key={action.key}
          type="link"
          danger={action.danger}
          loading={busy === action.key}
          disabled={busy !== null && busy !== action.key}
          onClick={() => act(action)}
        >
          {action.label}
        </Button>
      ))}
    </section>
  )
}

const ALL = 'select-all'

/** Does an act with the selected rows, asked first where it must be; success clears the selection. */
function useBatch<T>({ rows, clear }: Selection<T>) {
  const { modal } = App.useApp()
  const [busy, setBusy] = useState<string | null>(null)
  const run = async (key: string, work: () => unknown) => {
    setBusy(key)
    try {
      await work()
    } finally {
      setBusy(null)
    }
  }
  const act = (action: BatchAction<T>) => {
    const work = () => run(action.key, () => action.onClick(rows)).then(clear, reported)
    if (!action.confirm) return void work()
    modal.confirm({
      title: action.label,
      content: action.confirm(rows),
      okText: action.label,
      okButtonProps: { danger: action.danger },
      onOk: work,
    })
  }
  return { busy, run, act }
}
