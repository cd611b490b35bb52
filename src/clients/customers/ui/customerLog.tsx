import { customers } from '#clients/customers/contract.ts'
import { customerFields } from '#clients/customers/fields.ts'
import { statusNames } from '#clients/customers/rules.ts'
import { choiceWords } from '#kit/recordFields.ts'
import { t } from '#kit/text.ts'
import type { RecordLogProps } from '#kit/ui/RecordLog.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { restoreOption } from '#platform/audit-logs/rules.ts'

/** The settings to show the log of a customer: names of its fields, actions and choices. */
export function customerLog({ id, version }: { id: number; version: number }): RecordLogProps {
  return {
    endpoint: auditLogs.list,
    entity: 'customer',
    recordId: id,
    restore: restoreOption(customers.update, version),
    editedBy: customers.create,
    labels: { code: t('客户编号'), merged: t('合并的客户'), mergedIntoId: t('并入') },
    actions: {
      sign: '签约',
      pause: '暂停',
      resume: '恢复合作',
      transfer: '移交',
      merge: '合并',
      merged: '并入其他客户',
      'undo-merge': '撤销合并',
    },
    choices: { ...choiceWords(customerFields), status: statusNames },
  }
}
