import { Button } from 'antd'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { BatchAction } from './declare.tsx'
import { MAX_ROWS } from './fetchAll.tsx'
import { ALL, type Batch, useBatch } from './useBatch.tsx'
import type { Selection } from './useSelection.tsx'
import './BatchBar.css'

export interface BatchBarProps<T> {
  selection: Selection<T>
  total: number
  /** How many of the selected rows are on this page. */
  selectedOnPage: number
  selectAll: (onProgress: (fetched: number, all: number) => void) => Promise<void>
  actions: BatchAction<T>[]
}

/** The number of selected rows on all pages, and the actions for them. Hidden while nothing is selected. */
export function BatchBar<T>(props: BatchBarProps<T>) {
  const { selection, selectedOnPage, actions } = props
  const batch = useBatch(selection)
  const count = selection.rows.length
  return (
    <>
      {count > 0 && (
        <section className="batch-bar" aria-label={t('批量操作')}>
          <span role="status">
            <b>{t('已选 {n} 项', { n: formatCount(count) })}</b>
            {selectedOnPage < count && <small>{t('（本页 {n} 项）', { n: selectedOnPage })}</small>}
          </span>
          <Button type="link" onClick={selection.clear} disabled={batch.busy !== null}>
            {t('取消选择')}
          </Button>
          <SelectEverything {...props} batch={batch} />
          {actions.length > 0 && <span className="batch-rule" />}
          <BatchActions actions={actions} batch={batch} />
        </section>
      )}
      {batch.windows}
    </>
  )
}

/** The actions as links, or on a phone as buttons; a running one shows its progress. */
export function BatchActions<T>(props: { actions: BatchAction<T>[]; batch: Batch<T>; large?: boolean }) {
  const { actions, batch, large } = props
  return actions.map((action) => (
    <Button
      key={action.key}
      type={large ? 'default' : 'link'}
      danger={action.danger}
      loading={batch.busy === action.key}
      disabled={batch.busy !== null && batch.busy !== action.key}
      onClick={() => batch.perform(action)}
    >
      {action.label}
      {batch.busy === action.key && batch.progress && ` ${batch.progress}`}
    </Button>
  ))
}

/** 选择全部 M 条: all rows that the filters find; if there are too many, the limit is shown. */
export function SelectEverything<T>(props: BatchBarProps<T> & { batch: Batch<T> }) {
  const { selection, total, selectAll, batch } = props
  if (selection.rows.length >= total) return null
  if (total > MAX_ROWS) {
    return <small>{t('一次最多选择 {n} 条，请先筛选', { n: formatCount(MAX_ROWS) })}</small>
  }
  return (
    <Button
      type="link"
      loading={batch.busy === ALL}
      disabled={batch.busy !== null && batch.busy !== ALL}
      onClick={() => void batch.run(ALL, selectAll)}
    >
      {batch.busy === ALL && batch.progress
        ? t('正在选择 {progress}', { progress: batch.progress })
        : t('选择全部 {n} 条', { n: formatCount(total) })}
    </Button>
  )
}
