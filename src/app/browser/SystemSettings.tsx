import { COMPANY_SETTINGS } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { Settings } from './Settings.tsx'

/** 系统状态: a tab of 公司设置 with an address of its own, to which notices lead. */
export function SystemSettings() {
  return <Settings path={COMPANY_SETTINGS} label={t('公司设置')} open="system" />
}
