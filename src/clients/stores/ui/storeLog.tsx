import { reasonNames } from '#clients/churn-records/rules.ts'
import { dutyNames } from '#clients/stores/assignments/rules.ts'
import { type Store, stores } from '#clients/stores/contract.ts'
import { storeFields } from '#clients/stores/fields.ts'
import { statusNames } from '#clients/stores/rules.ts'
import { stepNames } from '#clients/stores/steps/rules.ts'
import { choiceWords } from '#kit/recordFields.ts'
import { t } from '#kit/text.ts'
import type { RecordLogProps } from '#kit/ui/RecordLog.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { restoreOption } from '#platform/audit-logs/rules.ts'

const choices = {
  ...choiceWords(storeFields),
  status: statusNames,
  duty: dutyNames,
  reason: reasonNames,
}

const steps = () => Object.fromEntries(Object.entries(stepNames).map(([step, name]) => [step, t(name)]))

/** The settings to show the log of a store: its own fields, and those of assignments and nicks; `shifts`: code → name. */
export function storeLog(store: Store, shifts: Record<string, string>): RecordLogProps {
  return {
    endpoint: auditLogs.list,
    entity: 'store',
    recordId: store.id,
    restore: restoreOption(stores.update, store.version),
    editedBy: stores.create,
    labels: {
      code: t('店铺编号'),
      stoppedOn: t('停止日期'),
      on: t('日期'),
      reason: t('原因'),
      note: t('情况说明'),
      staffId: t('客服'),
      duty: t('职责'),
      shift: t('班次'),
      insteadOf: t('替谁'),
      sharePercent: t('占比（%）'),
      nick: t('平台昵称'),
      fromOn: t('开始日期'),
      toOn: t('结束日期'),
    },
    choices: { ...choices, shift: shifts, shifts },
    actions: {
      assign: t('分配客服'),
      'end-assignment': t('结束分配'),
      'cancel-assignment': t('取消未开始的分配'),
      ...steps(),
      bind: t('对应昵称'),
      unbind: t('解除昵称'),
      'claim-nick': t('认领昵称'),
      'confirm-nick': t('确认昵称认领'),
      'reject-nick': t('不同意昵称认领'),
      'withdraw-nick': t('撤回昵称认领'),
      'undo-nick': t('撤销昵称归属'),
    },
  }
}
