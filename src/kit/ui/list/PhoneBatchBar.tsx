import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { ThumbBar } from '#kit/ui/ThumbBar.tsx'
import type { BatchBarProps } from './BatchBar.tsx'
import { BatchActions, SelectEverything } from './BatchBar.tsx'
import { useBatch } from './useBatch.tsx'
import './BatchBar.css'

/**
 * The bar at the bottom of a phone while rows are being selected: their number, a button to select all, and the
 * actions.
 */
export function PhoneBatchBar<T>(props: BatchBarProps<T>) {
  const { selection, actions } = props
  const batch = useBatch(selection)
  const count = selection.rows.length
  return (
    <ThumbBar>
      <section className="phone-batch" aria-label={t('批量操作')}>
        <div className="phone-batch-count">
          <b role="status">{t('已选 {n} 项', { n: formatCount(count) })}</b>
          <SelectEverything {...props} batch={batch} />
        </div>
        {count > 0 && (
          <div className="phone-batch-acts">
            <BatchActions actions={actions} batch={batch} large />
          </div>
        )}
      </section>
      {batch.windows}
    </ThumbBar>
  )
}
