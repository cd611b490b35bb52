import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { safeRedirect } from '#kit/redirect.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { appTitle, useWindowTitle } from '#kit/ui/site.tsx'
import { useSession } from '#kit/ui/user.tsx'
import { AccountPane } from './AccountPane.tsx'
import { CodePane } from './CodePane.tsx'
import { SecondStep } from './SecondStep.tsx'
import { SignInDrawing } from './SignInDrawing.tsx'
import { SignInTabs } from './SignInTabs.tsx'
import './SignInScreen.css'
import './DoorForm.css'

/** The sign-in page: the title, a drawing of what the product does, and the form. It loads no component library. */
export function SignInScreen() {
  const { user } = useSession()
  const [query] = useSearchParams()
  const [ticket, setTicket] = useState<string | null>(null)
  useWindowTitle(t('登录'))
  if (user) return <Navigate to={safeRedirect(query.get('redirect'), '/welcome')} replace />
  return (
    <main className="door">
      <section className="door-side">
        <div className="door-brand">
          <img src="/logo.svg" alt="" width={32} height={32} />
          <span>{appTitle}</span>
        </div>
        <SignInDrawing />
      </section>
      <section className="door-form">
        <div className="door-column">
          {ticket ? (
            <SecondStep ticket={ticket} onBack={() => setTicket(null)} />
          ) : (
            <FirstStep onSecondFactor={setTicket} />
          )}
        </div>
      </section>
    </main>
  )
}

type Way = 'account' | 'code'

function FirstStep({ onSecondFactor }: { onSecondFactor: (ticket: string) => void }) {
  const [way, setWay] = useState<Way>('account')
  const { reason } = useSession()
  return (
    <>
      <h1>{t('登录')}</h1>
      {reason && (
        <p className="door-alert" role="status">
          <Icon name="warn" />
          {reason}
        </p>
      )}
      <SignInTabs
        label={t('登录方式')}
        active={way}
        onChange={setWay}
        panes={[
          {
            key: 'account',
            label: t('账号登录'),
            content: <AccountPane onSecondFactor={onSecondFactor} />,
          },
          {
            key: 'code',
            label: t('验证码登录'),
            content: <CodePane onSecondFactor={onSecondFactor} onAccount={() => setWay('account')} />,
          },
        ]}
      />
      <p className="door-hint">{t('忘记密码或收不到验证码，请联系您的管理员重置。')}</p>
    </>
  )
}
