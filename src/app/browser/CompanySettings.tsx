import { COMPANY_SETTINGS } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { Settings } from './Settings.tsx'

/** 公司设置: what the company shows of itself, and the rules that hold for everyone in it. */
export function CompanySettings() {
  return <Settings path={COMPANY_SETTINGS} label={t('公司设置')} />
}
