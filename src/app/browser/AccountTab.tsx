import { SettingsScreen } from '#people/sign-in/SettingsScreen.tsx'
import { SecondFactorPanel } from '#people/sign-in/second-factor/SecondFactorPanel.tsx'

/** 个人设置 → 我的账号: combines parts of two features. */
export function AccountTab() {
  return (
    <SettingsScreen>
      <SecondFactorPanel />
    </SettingsScreen>
  )
}
