import { Link } from 'react-router'
import { COMPANY_SETTINGS, HOME } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { PageActions } from '#kit/ui/page.tsx'
import { Settings } from './Settings.tsx'

/**
 * 公司设置: what the company shows of itself, and the rules that hold for everyone in it; with a link to 开通清单, also
 * when it has left the home page.
 */
export function CompanySettings() {
  return (
    <>
      <PageActions>
        <Link className="settings-other" to={`${HOME}/setup`}>
          {t('开通清单')}
        </Link>
      </PageActions>
      <Settings path={COMPANY_SETTINGS} label={t('公司设置')} />
    </>
  )
}
