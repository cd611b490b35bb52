import { App } from 'antd'
import { useEffect } from 'react'
import * as z from 'zod'
import { t } from '#kit/text.ts'
import { usePreference } from '#kit/ui/preferences.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { chooseLanguage, isLanguageStored, type LanguageChoice, useLanguage } from './language.tsx'
import { DEFAULT_LOCALE, localeOf } from './languages.ts'

/** The choice as stored in the user's preferences on the server. */
const StoredChoice = z.object({ locale: z.string(), dates: z.enum(['follow', 'zh-CN']) }).nullable()

/** Returns a function that changes the language, or that of dates; it asks first if unsaved input would be lost. */
export function useLanguageChange(): (change: Partial<LanguageChoice>) => void {
  const current = useLanguage()
  const { modal } = App.useApp()
  const [, save] = usePreference('language', StoredChoice, null)
  return (change) => {
    const choice = { ...current, ...change }
    const applyChoice = () => {
      save(choice)
      void chooseLanguage(choice)
    }
    if (!isAnythingUnsaved()) return applyChoice()
    modal.confirm({
      title: t('放弃未保存的修改？'),
      content: t('换语言时页面会重新显示，您填写的内容还没有保存，不会保留。'),
      okText: t('放弃修改'),
      okButtonProps: { danger: true },
      cancelText: t('继续填写'),
      onOk: applyChoice,
    })
  }
}

/**
 * Restores the language from the preferences after sign-in: signing out clears the device's storage, including the
 * language.
 */
export function LanguageRestored() {
  const [stored] = usePreference('language', StoredChoice, null)
  // An admin who views the console as another user keeps their own language.
  const { viewer } = useUser()
  useEffect(() => {
    if (!stored || viewer || isLanguageStored()) return
    void chooseLanguage({ ...stored, locale: localeOf(stored.locale) ?? DEFAULT_LOCALE })
  }, [stored, viewer])
  return null
}

/** Components with unsaved input cancel `beforeunload`; a synthetic event detects them without leaving the page. */
function isAnythingUnsaved(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
