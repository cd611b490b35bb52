import { App, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { HOME } from '#app/routes.ts'
import { useClient } from '#kit/clientContext.tsx'
import type { DemoAccounts } from '#kit/demoAccounts.ts'
import { CallError, sentenceOf } from '#kit/failures.ts'
import { WITHOUT_PROMPT } from '#kit/redirect.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { navigateTo } from '#kit/ui/navigation.tsx'
import { useSession, useUser } from '#kit/ui/user.tsx'
import { earlyRoutes } from '#people/sign-in/earlyRoutes.ts'
import './DemoMark.css'

export interface DemoMarkProps {
  demo: DemoAccounts
}

/** In the header of a demo: says that it is one, and signs in with one press as another of its accounts. */
export function DemoMark({ demo }: DemoMarkProps) {
  const { username } = useUser()
  const { busy, change } = useAccountChange(demo.password)
  const items: MenuProps['items'] = [
    {
      type: 'group',
      label: (
        <span className="demo-note">
          {t('这是演示，数据都是虚构的。点一个账号直接登录，密码都是 {password}。', {
            password: demo.password,
          })}
        </span>
      ),
      children: demo.accounts.map((account) => ({
        key: account.username,
        label: <Account {...account} isCurrent={account.username === username} />,
        disabled: busy || account.username === username,
      })),
    },
  ]
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items, className: 'demo-accounts', onClick: ({ key }) => void change(key) }}
    >
      <button
        type="button"
        className="demo-mark"
        aria-label={t('这是演示，数据都是虚构的 · 切换账号')}
        aria-busy={busy}
      >
        <span className="demo-word">{t('演示')}</span>
        <span className="demo-says">{t('数据都是虚构的')}</span>
        <span className="demo-act">{t('切换账号')}</span>
        <Icon name="down" size={12} />
      </button>
    </Dropdown>
  )
}

function Account({
  username,
  role,
  company,
  sees,
  isCurrent,
}: DemoAccounts['accounts'][number] & { isCurrent: boolean }) {
  return (
    <span className="demo-account">
      <b>{username}</b>
      <span>
        {t(role)} · {company}
      </span>
      <small>{isCurrent ? t('现在的账号') : t(sees)}</small>
    </span>
  )
}

/** Signs in as another account, which ends the session of the present one, and opens the home page. */
function useAccountChange(password: string) {
  const client = useClient()
  const { begin } = useSession()
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const change = async (username: string) => {
    setBusy(true)
    try {
      const input = { type: 'account', username, password, autoLogin: false } as const
      const { token } = await client.call(earlyRoutes.signIn, input, { messagePlace: 'inPage' })
      await begin(token)
      navigateTo(HOME, WITHOUT_PROMPT)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isSecondStep = error.code === 'SECOND_FACTOR'
      void message.error(
        isSecondStep ? t('这个账号开了两步验证，请退出后在登录页登录。') : sentenceOf(error.notice),
      )
    } finally {
      setBusy(false)
    }
  }
  return { busy, change }
}
