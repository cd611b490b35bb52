import { outcomeNames, reasonNames, statusNames } from '#clients/churn-records/rules.ts'
import { t } from '#kit/text.ts'
import type { RecordLogProps } from '#kit/ui/RecordLog.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { churnRecords } from './contract.ts'

/** The settings to show the log of a churn record: names of its fields, choices and steps. */
export function churnLog(id: number): RecordLogProps {
  return {
    endpoint: auditLogs.list,
    entity: 'churn',
    recordId: id,
    editedBy: churnRecords.create,
    labels: {
      status: t('状态'),
      confirmedOn: t('确认日期'),
      wonBackOn: t('召回日期'),
      cancelledOn: t('撤销日期'),
      closingNote: t('结束说明'),
      takenOver: t('期初'),
      onDay: t('日期'),
      what: t('措施'),
      staffId: t('执行人'),
      outcome: t('效果'),
      result: t('结果'),
    },
    choices: { status: statusNames, reason: reasonNames, outcome: outcomeNames },
    actions: {
      open: '登记流失风险',
      confirm: '确认流失',
      cancel: '撤销',
      'win-back': '召回',
      measure: '挽留措施',
      'hand-over': '移交跟进人',
    },
  }
}
