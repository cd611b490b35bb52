import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { usePhone } from './usePhone.tsx'

const TOUCH = { token: { controlHeight: 44 } }

/** On a phone the fields and buttons inside are as high as a thumb needs; elsewhere nothing changes. */
export function TouchSize({ children }: { children: ReactNode }) {
  // Without a theme of its own nothing inside is styled a second time.
  return <ConfigProvider theme={usePhone() ? TOUCH : undefined}>{children}</ConfigProvider>
}
