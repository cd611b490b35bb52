import './schemas.tsx'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { CallProvider } from '#kit/query.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { nonce } from '#kit/ui/site.tsx'
import { theme } from '#kit/ui/theme.tsx'
import { Announcer } from './Announcer.tsx'
import { AntdLanguage } from './antdLanguage.tsx'
import { NoticePlace } from './lazyNotices.tsx'
import { prefetchedResponses } from './session.tsx'

/** Provides the console's components with the theme, messages and cached responses. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider
      theme={theme}
      csp={{ nonce }}
      button={{ autoInsertSpace: false }}
      select={{ suffixIcon: <Icon name="down" size={12} /> }}
      drawer={{ closable: { placement: 'end' } }}
    >
      <AntdLanguage>
        <App>
          <NoticePlace />
          <Announcer />
          <CallProvider responses={prefetchedResponses()}>{children}</CallProvider>
        </App>
      </AntdLanguage>
    </ConfigProvider>
  )
}
