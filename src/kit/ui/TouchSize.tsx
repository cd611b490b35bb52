import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { usePhone } from './usePhone.tsx'

const TARGET = 44

/** On a phone the fields and buttons inside are as high as a thumb needs; elsewhere nothing changes. */
export function TouchSize({ children }: { children: ReactNode }) {
  const phone = usePhone()
  return <ConfigProvider theme={phone ? { token: { controlHeight: TARGET } } : {}}>{children}</ConfigProvider>
}
