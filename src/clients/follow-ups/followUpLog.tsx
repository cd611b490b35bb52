import { t } from '#kit/text.ts'
import type { RecordLogProps } from '#kit/ui/RecordLog.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { followUps } from './contract.ts'

/** The settings to show the log of a follow-up. */
export function followUpLog(recordId: number): RecordLogProps {
  return {
    endpoint: auditLogs.list,
    entity: 'follow-up',
    recordId,
    editedBy: followUps.create,
    labels: { customerId: t('客户'), done: t('已完成') },
    actions: { create: '安排跟进', done: '完成', reopen: '重新打开' },
    choices: { done: { true: '是', false: '否' } },
  }
}
