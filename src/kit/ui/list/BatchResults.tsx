import { Button, Modal } from 'antd'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import type { RowResult } from './eachRow.ts'
import './BatchResults.css'

export interface BatchResultsProps {
  /** Name of the action: 更换组长. */
  label: string
  of: RowResult[]
  /** False if the rows were not selected in a list: failed ones do not stay selected. */
  isSelected?: boolean
  onClose: () => void
}

/** 成功 x，失败 y, and the reason of each failure. */
export function BatchResults({ label, of, isSelected = true, onClose }: BatchResultsProps) {
  const failed = of.filter(({ problem }) => problem)
  const counts = { ok: formatCount(of.length - failed.length), bad: formatCount(failed.length) }
  return (
    <Modal
      open
      onCancel={onClose}
      width={520}
      title={label}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('知道了')}
        </Button>
      }
    >
      <p className={failed.length > 0 ? 'batch-results batch-results-mixed' : 'batch-results'} role="status">
        <Icon name={failed.length > 0 ? 'warn' : 'check'} />
        <b>{t('成功 {ok}，失败 {bad}', counts)}</b>
      </p>
      {failed.length > 0 && (
        <>
          <ul className="batch-problems">
            {failed.map(({ key, name, problem }) => (
              <li key={key}>
                <span>{name}</span>
                <small>{problem}</small>
              </li>
            ))}
          </ul>
          {isSelected && <p className="batch-results-hint">{t('失败的仍然选中，处理后可以直接再试。')}</p>}
        </>
      )}
    </Modal>
  )
}
