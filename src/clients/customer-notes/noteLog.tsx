import { t } from '#kit/text.ts'
import type { RecordLogProps } from '#kit/ui/RecordLog.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { customerNotes } from './contract.ts'

/** The settings to show the log of a note. */
export function noteLog(recordId: number): RecordLogProps {
  return {
    endpoint: auditLogs.list,
    entity: 'customer-note',
    recordId,
    editedBy: customerNotes.add,
    labels: { customerId: t('客户') },
    actions: { create: '写备注' },
    choices: { complaint: { true: '是', false: '否' } },
  }
}
