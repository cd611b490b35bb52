import { choiceWords } from '#kit/recordFields.ts'
import { t } from '#kit/text.ts'
import type { RecordLogProps } from '#kit/ui/RecordLog.tsx'
import { staff } from '#people/staff/contract.ts'
import { staffFields } from '#people/staff/fields.ts'
import { statusNames } from '#people/staff/rules.ts'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { restoreOption } from '#platform/audit-logs/rules.ts'

/** The props of a person's log: endpoint, field labels, choices and action names. */
export function staffLog({ id, version }: { id: number; version: number }): RecordLogProps {
  return {
    endpoint: auditLogs.list,
    entity: 'staff',
    recordId: id,
    restore: restoreOption(staff.update, version),
    editedBy: staff.create,
    labels: stepLabels(),
    choices: { ...choiceWords(staffFields), status: statusNames },
    actions: signInVerbs(),
  }
}

function stepLabels(): Record<string, string> {
  return {
    status: t('状态'),
    leftOn: t('离职日期'),
    handedOver: t('交接项数'),
    unplanned: t('取消的排班天数'),
    erased: t('已删除'),
    seniorityPerYearCents: t('工龄每满一年'),
    seniorityCapCents: t('工龄工资上限'),
    kpiBaseCents: t('绩效基数'),
    payFrom: t('薪酬生效日期'),
    payReason: t('调薪原因'),
    viewer: t('查看的人'),
    viewed: t('被查看的人'),
  }
}

/** The log's names for status changes, pay changes and sign-in actions. */
function signInVerbs(): Record<string, string> {
  return {
    disable: t('停用'),
    enable: t('启用'),
    'add-pay': t('调薪'),
    'correct-pay': t('更正薪酬'),
    'withdraw-pay': t('撤回调薪'),
    leave: t('离职'),
    return: t('返岗'),
    erase: t('按规定删除资料'),
    'begin-viewing': t('开始以此人身份查看'),
    'end-viewing': t('结束以此人身份查看'),
    'reset-password': t('重置密码'),
    'unlock-sign-in': t('解除登录限制'),
    'change-password': t('修改密码'),
    'enable-second-factor': t('开启两步验证'),
    'disable-second-factor': t('关闭两步验证'),
    'reset-second-factor': t('重置两步验证'),
    'renew-recovery-codes': t('重新生成恢复码'),
    'revoke-session': t('让一台设备下线'),
    'revoke-other-sessions': t('让其他设备下线'),
    'revoke-sessions': t('设备全部下线'),
  }
}
