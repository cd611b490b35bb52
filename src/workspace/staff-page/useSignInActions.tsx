import { App } from 'antd'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { loadFailureText } from '#kit/ui/FailureDetails.tsx'
import type { RowAction } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { devices } from '#people/sign-in/contract.ts'
import { secondFactor } from '#people/sign-in/second-factor/contract.ts'
import type { Staff } from '#people/staff/contract.ts'

/** The sign-in actions in addition to 重置密码: for a lost phone (second factor) and a lost computer (sessions). */
export function useSignInActions(person: Staff | undefined): RowAction[] {
  const user = useUser()
  const { message } = App.useApp()
  const id = person?.id ?? 0
  const { data: facts, error } = useCall(devices.ofStaff, { id }, { enabled: person !== undefined })
  const resetFactor = useAction(secondFactor.reset, {
    onSuccess: () => void message.success(t('两步验证已重置')),
  })
  const revoke = useAction(devices.revokeOfStaff, {
    onSuccess: ({ count }) => void message.success(t('已让 {count} 台设备下线', { count })),
  })
  if (!person) return []
  const { name } = person
  const self = person.id === user.id
  const unknown = !facts && (error ? loadFailureText(error) : t('加载中…'))
  return [
    {
      key: 'reset-second-factor',
      label: t('重置两步验证'),
      confirm: t('将关闭{name}的两步验证，恢复码作废；请先确认是本人提出的。', { name }),
      disabled: self
        ? t('请在个人设置里管理自己的两步验证')
        : unknown || (!facts?.secondFactor && t('此人没有开启两步验证')),
      onClick: () => resetFactor.mutateAsync({ id }),
    },
    {
      key: 'revoke-sessions',
      label: t('设备全部下线'),
      danger: true,
      confirm: t('{name}会在 {count} 台设备上立即退出登录。', { name, count: facts?.sessions ?? 0 }),
      disabled: self
        ? t('请在个人设置里管理自己的设备')
        : unknown || (!facts?.sessions && t('此人没有在任何设备上登录')),
      onClick: () => revoke.mutateAsync({ id }),
    },
  ]
}
