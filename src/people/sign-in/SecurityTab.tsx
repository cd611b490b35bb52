import { AddressesPanel } from './addresses/AddressesPanel.tsx'
import { RolesPanel } from './second-factor/RolesPanel.tsx'

/** 公司设置 → 登录安全: who must have a second factor, and from where the company's people may sign in. */
export function SecurityTab() {
  return (
    <>
      <RolesPanel />
      <AddressesPanel />
    </>
  )
}
