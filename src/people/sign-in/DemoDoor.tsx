import type { DemoAccounts } from '#kit/demoAccounts.ts'
import { t } from '#kit/text.ts'
import { useSignIn } from './useSignIn.tsx'
import './DemoDoor.css'

export interface DemoDoorProps {
  demo: DemoAccounts
  onSecondFactor: (ticket: string) => void
}

/** On the sign-in page of a demo: says that it is one, and signs in with one press as one of its accounts. */
export function DemoDoor({ demo: { password, accounts }, onSecondFactor }: DemoDoorProps) {
  const signIn = useSignIn(onSecondFactor)
  return (
    <section className="demo-door" aria-label={t('演示账号')}>
      <p>
        <b>{t('这是演示，数据都是虚构的')}</b>
        <span>{t('点一个账号直接登录，密码都是 {password}', { password })}</span>
      </p>
      {signIn.sentence && <p role="alert">{signIn.sentence}</p>}
      <ul>
        {accounts.map(({ username, role, company, sees }) => (
          <li key={username}>
            <button
              type="button"
              disabled={signIn.isPending}
              onClick={() => void signIn.submit({ type: 'account', username, password, autoLogin: false })}
            >
              <b>{username}</b>
              <span>{company}</span>
              <small>
                {t(role)} · {t(sees)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
