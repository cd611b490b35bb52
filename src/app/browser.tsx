import './schemas.tsx'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { CallProvider } from '#kit/query.tsx'
import { nonce } from '#kit/ui/site.tsx'
import { theme } from '#kit/ui/theme.tsx'
import { Announcer } from './announce.tsx'
import { removeOldWorkers } from './oldWorkers.tsx'
import { router } from './router.tsx'
import { client, queryClient, SessionProvider } from './session.tsx'
import { giveStylesNonce } from './styleNonce.tsx'
import '#kit/ui/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

giveStylesNonce()
void removeOldWorkers()

createRoot(root).render(
  <StrictMode>
    <ConfigProvider theme={theme} locale={zhCN} csp={{ nonce }} button={{ autoInsertSpace: false }}>
      <App
        message={{ duration: 3 }}
        notification={{ duration: 4.5, placement: 'topRight', top: 24, bottom: 24 }}
      >
        <Announcer navigate={(path) => void router.navigate(path)} />
        <CallProvider client={client} queryClient={queryClient}>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </CallProvider>
      </App>
    </ConfigProvider>
  </StrictMode>,
)
