import { App } from 'antd'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import { formatInstant } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { AttentionBar } from '#kit/ui/AttentionBar.tsx'
import { loadFailureText } from '#kit/ui/FailureDetails.tsx'
import type { RowAction } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { devices } from '#people/sign-in/contract.ts'
import { secondFactor } from '#people/sign-in/second-factor/contract.ts'
import type { Staff } from '#people/staff/contract.ts'

type Facts = z.output<(typeof devices)['ofStaff']['output']>

interface SignInHelp {
  actions: RowAction[]
  /** Shown if failed attempts keep the person from signing in. */
  attention: ReactNode
}

/**
 * What helps a person who cannot sign in, in addition to 重置密码: for a locked name, a lost phone (second factor) and a
 * lost computer (sessions).
 */
export function useSignInHelp(person: Staff | undefined): SignInHelp {
  const user = useUser()
  const { message } = App.useApp()
  const id = person?.id ?? 0
  const { data: facts, error } = useCall(devices.ofStaff, { id }, { enabled: person !== undefined })
  const unlock = useAction(devices.unlockOfStaff, {
    onSuccess: () => void message.success(t('登录限制已解除')),
  })
  const resetFactor = useAction(secondFactor.reset, {
    onSuccess: () => void message.success(t('两步验证已重置')),
  })
  const revoke = useAction(devices.revokeOfStaff, {
    onSuccess: ({ count }) => void message.success(t('已让 {count} 台设备下线', { count })),
  })
  if (!person) return { actions: [], attention: null }
  const { name } = person
  const self = person.id === user.id
  const unknown = !facts && (error ? loadFailureText(error) : t('加载中…'))
  const isLocked = Boolean(facts?.lock) && !self
  const actions: RowAction[] = [
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
  const unlockAction: RowAction = {
    key: 'unlock-sign-in',
    label: t('解除登录限制'),
    confirm: t('{name}马上又可以登录，密码不变；请先确认是本人提出的。', { name }),
    onClick: () => unlock.mutateAsync({ id }),
  }
  return {
    actions: isLocked ? [unlockAction, ...actions] : actions,
    attention: isLocked && facts ? <LockNotice name={name} facts={facts} /> : null,
  }
}

function LockNotice({ name, facts: { lock } }: { name: string; facts: Facts }) {
  const text = lock?.until
    ? t('登录失败次数过多，{name}在 {at} 前不能用出错的方式登录，用过的其他设备不受影响。', {
        name,
        at: formatInstant(lock.until),
      })
    : t('连续登录失败 100 次，{name}要等解除限制或重置密码才能登录，用过的其他设备不受影响。', { name })
  return <AttentionBar text={text} />
}
