import { Link, Navigate, useSearchParams } from 'react-router'
import { COMPANY_SETTINGS, SETTINGS } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { PageActions } from '#kit/ui/page.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Settings } from './Settings.tsx'
import { mayOpenCompanySettings, settingsGroupsOf } from './settingsTabs.ts'

/** 个人设置, with a link to 公司设置; addresses of earlier versions, which had all tabs here, lead to the tab's page. */
export function PersonalSettings() {
  const user = useUser()
  const [params] = useSearchParams()
  const tab = params.get('tab')
  const isOn = (path: typeof SETTINGS | typeof COMPANY_SETTINGS) =>
    settingsGroupsOf(user, path).some(({ tabs }) => tabs.some(({ key }) => key === tab))
  if (!isOn(SETTINGS) && isOn(COMPANY_SETTINGS))
    return <Navigate to={`${COMPANY_SETTINGS}?${params}`} replace />
  return (
    <>
      {mayOpenCompanySettings(user) && (
        <PageActions>
          <Link className="settings-other" to={COMPANY_SETTINGS}>
            {t('公司设置')}
          </Link>
        </PageActions>
      )}
      <Settings path={SETTINGS} label={t('设置')} />
    </>
  )
}
