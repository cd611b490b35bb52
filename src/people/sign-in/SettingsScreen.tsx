import { App } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { roleLabel, useUser } from '#kit/ui/user.tsx'
import { DevicesPanel } from './DevicesPanel.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import './SettingsScreen.css'

/** The user's own account: profile, password, devices and the panels that the app passes as `children`. */
export function SettingsScreen({ children }: { children?: ReactNode }) {
  const user = useUser()
  const { message } = App.useApp()
  const facts = [
    { label: t('姓名'), value: user.name },
    { label: t('用户名'), value: user.username },
    { label: t('角色'), value: roleLabel(user) },
    { label: t('公司'), value: `${user.companyCode} ${user.companyName}` },
    { label: t('手机号'), value: user.mobile },
  ]
  return (
    <div className="settings">
      <Panel title={t('我的资料')} hint={t('由管理员维护，如有变化请告知管理员')}>
        <Facts items={facts} />
      </Panel>
      <Panel title={t('修改密码')} hint={t('修改后，您在其他设备上的登录会失效')}>
        <PasswordForm submitText={t('修改密码')} onChanged={() => message.success(t('密码已修改'))} />
      </Panel>
      {children}
      <DevicesPanel />
    </div>
  )
}
