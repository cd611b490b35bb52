import { t } from '#kit/text.ts'
import { RecordLog } from '#kit/ui/RecordLog.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { warnings } from './contract.ts'
import { statusNames } from './rules.ts'

/** 操作日志 of a warning. */
export function WarningLog({ id }: { id: number }) {
  return (
    <section className="warning-part">
      <h3>{t('操作日志')}</h3>
      <RecordLog
        endpoint={auditLogs.list}
        entity="warning"
        recordId={id}
        editedBy={warnings.handle}
        labels={{ status: t('状态'), handlerId: t('处理人') }}
        choices={{ status: statusNames }}
        actions={{ handling: '处理', resolved: '标为已解决', ignored: '忽略' }}
      />
    </section>
  )
}
