import { type ReactNode, useState } from 'react'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { RowAction } from '#kit/ui/list/declare.tsx'
import type { OneTimePasswordProps } from '#kit/ui/OneTimePassword.tsx'
import type { IssuedPassword } from '#kit/ui/passwordTable.ts'
import { useUser } from '#kit/ui/user.tsx'
import { type Staff, staff } from '#people/staff/contract.ts'

const OneTimePassword = lazyWindow<'OneTimePassword', OneTimePasswordProps>(
  () => import('#kit/ui/OneTimePassword.tsx'),
  'OneTimePassword',
  ({ issued }) => issued !== null,
)

interface PasswordReset {
  /** The row action 重置密码 with its confirmation. */
  resetAction: (person: Staff) => RowAction
  /** Shows a password from another source, such as that of a new person. */
  show: (issued: IssuedPassword) => void
  /** To be rendered anywhere in the screen. */
  dialog: ReactNode
}

/** Resets passwords and shows each one-time password once. */
export function usePasswordReset(): PasswordReset {
  const user = useUser()
  const [issued, setIssued] = useState<IssuedPassword | null>(null)
  const reset = useAction(staff.resetPassword)
  const resetAction = (person: Staff): RowAction => ({
    key: 'reset',
    label: t('重置密码'),
    confirm: t('将为{name}生成新的一次性密码，原密码作废，其所有设备上的登录立即失效。', {
      name: person.name,
    }),
    disabled: refusal(person, user.id),
    onClick: async () => {
      const { oneTimePassword } = await reset.mutateAsync({ id: person.id, version: person.version })
      setIssued({ name: person.name, username: person.username, password: oneTimePassword })
    },
  })
  const dialog = <OneTimePassword issued={issued} onClose={() => setIssued(null)} />
  return { resetAction, show: setIssued, dialog }
}

function refusal(person: Staff, userId: number): string | false {
  if (person.id === userId) return t('请在个人设置里修改自己的密码')
  return person.status !== 'active' && t('此人不在职，不能重置密码')
}
