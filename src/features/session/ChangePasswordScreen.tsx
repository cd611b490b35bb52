import { App, Button } from 'antd'
import { t } from '#kit/text.ts'
import { appTitle, useWindowTitle } from '#kit/ui/site.tsx'
import { useSession } from '#kit/ui/user.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import './SettingsScreen.css'
import './ChangePasswordScreen.css'

/** Before anything else: a password that somebody else knows (the first one, a reset one) is replaced by the person's own. */
export function ChangePasswordScreen() {
  const { end } = useSession()
  const { message } = App.useApp()
  useWindowTitle(t('设置新密码'))
  return (
    <main className="first-password">
      <header>
        <div className="first-password-brand">
          <img src="/logo.svg" alt="" width={24} height={24} />
          <span>{appTitle}</span>
        </div>
        <Button type="text" onClick={() => void end()}>
          {t('退出登录')}
        </Button>
      </header>
      <section>
        <h1>{t('请先设置新密码')}</h1>
        <p>{t('您现在的密码是管理员设置的，别人可能知道。换成只有您知道的密码后，即可开始使用。')}</p>
        <PasswordForm submitText={t('设置并进入')} onChanged={() => message.success(t('密码已修改'))} />
      </section>
    </main>
  )
}
