import { App } from 'antd'
import { t } from '#kit/text.ts'
import { RequiredStep } from '#kit/ui/RequiredStep.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import './SettingsScreen.css'

/** Shown before any other page: the user replaces a password that an admin set (first or reset) with their own. */
export function ChangePasswordScreen() {
  const { message } = App.useApp()
  return (
    <RequiredStep
      title={t('请先设置新密码')}
      lead={t('您现在的密码是管理员设置的，别人可能知道。换成只有您知道的密码后，即可开始使用。')}
    >
      <PasswordForm submitText={t('设置并进入')} onChanged={() => message.success(t('密码已修改'))} />
    </RequiredStep>
  )
}
