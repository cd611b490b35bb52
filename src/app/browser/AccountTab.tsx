import { SecondFactorPanel } from '#features/second-factor/SecondFactorPanel.tsx'
import { SettingsScreen } from '#features/session/SettingsScreen.tsx'

/** 个人设置 → 我的账号: what two features know of the own account. */
export function AccountTab() {
  return (
    <SettingsScreen>
      <SecondFactorPanel />
    </SettingsScreen>
  )
}
