import { App, Descriptions } from 'antd'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { standingName, useUser } from '#kit/ui/user.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import './SettingsScreen.css'

/** The own account: what is known about the person, and the password. */
export function SettingsScreen() {
  const user = useUser()
  const { message } = App.useApp()
  const facts = [
    { key: 'name', label: t('姓名'), children: user.name },
    { key: 'username', label: t('用户名'), children: user.username },
    { key: 'role', label: t('角色'), children: standingName(user) },
    { key: 'company', label: t('公司'), children: `${user.companyCode} ${user.companyName}` },
    { key: 'mobile', label: t('手机号'), children: user.mobile ?? '-' },
  ]
  return (
    <div className="settings">
      <Panel title={t('我的资料')} hint={t('由管理员维护，如有变化请告知管理员')}>
        <Descriptions items={facts} column={1} colon={false} className="settings-facts" />
      </Panel>
      <Panel title={t('修改密码')} hint={t('修改后，您在其他设备上的登录会失效')}>
        <PasswordForm submitText={t('修改密码')} onChanged={() => message.success(t('密码已修改'))} />
      </Panel>
    </div>
  )
}
