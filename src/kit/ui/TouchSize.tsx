import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { usePhone } from './usePhone.tsx'

const TOUCH = { token: { controlHeight: 44 } }

/** On a phone, fields and buttons inside are high enough for a thumb; elsewhere nothing changes. */
export function TouchSize({ children }: { children: ReactNode }) {
  // Without a theme of its own antd does not generate the styles inside a second time.
  return <ConfigProvider theme={usePhone() ? TOUCH : undefined}>{children}</ConfigProvider>
}
