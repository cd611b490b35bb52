import { auditLogs } from '#features/audit-logs/contract.ts'
import { t } from '#kit/text.ts'
import type { RecordLogProps } from '#kit/ui/RecordLog.tsx'
import { staff } from './contract.ts'
import { roleNames, statusNames } from './rules.ts'

/** What the log of a person needs to be read: the names of its fields, their choices and its steps. */
export function staffLog(id: number): RecordLogProps {
  return {
    endpoint: auditLogs.list,
    entity: 'staff',
    recordId: id,
    editedBy: staff.create,
    labels: { status: t('状态'), leftOn: t('离职日期') },
    choices: { role: roleNames, status: statusNames },
    actions: signInVerbs(),
  }
}

/** What the log calls the acts around signing in. */
function signInVerbs(): Record<string, string> {
  return {
    'reset-password': t('重置密码'),
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
