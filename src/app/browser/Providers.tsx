import './schemas.tsx'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { MESSAGES, notificationsOn } from '#app/notices.ts'
import { CallProvider } from '#kit/query.tsx'
import { nonce } from '#kit/ui/site.tsx'
import { theme } from '#kit/ui/theme.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { Announcer } from './Announcer.tsx'
import { AntdLanguage } from './antdLanguage.tsx'
import { useLanguage } from './language.tsx'
import { directionOf } from './languages.ts'
import { readAlready } from './session.tsx'

/** What every component of the console stands in: the theme, its messages, and what was fetched. */
export function Providers({ children }: { children: ReactNode }) {
  const phone = usePhone()
  const mirrored = directionOf(useLanguage().locale) === 'rtl'
  return (
    <ConfigProvider
      theme={theme}
      csp={{ nonce }}
      button={{ autoInsertSpace: false }}
      drawer={{ closable: { placement: 'end' } }}
    >
      <AntdLanguage>
        <App message={MESSAGES} notification={notificationsOn(phone, mirrored)}>
          <Announcer />
          <CallProvider answered={readAlready()}>{children}</CallProvider>
        </App>
      </AntdLanguage>
    </ConfigProvider>
  )
}
