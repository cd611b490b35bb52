import { Drawer } from 'antd'
import { t } from '#kit/text.ts'
import { RecordLog, type RecordLogProps } from './RecordLog.tsx'
import { endSide } from './side.tsx'

export interface RecordLogDrawerProps {
  /** Props for the log of the open record; null if none is open. */
  log: RecordLogProps | null
  onClose: () => void
}

/** 操作日志 of a record that has no page of its own. */
export function RecordLogDrawer({ log, onClose }: RecordLogDrawerProps) {
  return (
    <Drawer
      open={log !== null}
      onClose={onClose}
      size="min(520px, 100vw)"
      placement={endSide()}
      title={t('操作日志')}
    >
      {log && <RecordLog key={log.recordId} {...log} />}
    </Drawer>
  )
}
