import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { chooseLanguage, useLanguage } from './language.tsx'
import type { Locale } from './languages.ts'
import { languages, showsEnglish } from './languages.ts'
import './Language.css'

/** The language choice of the sign-in page: a native select, because heavy parts load only after sign-in. */
export function SignInLanguage() {
  const current = useLanguage()
  return (
    <span className="door-language">
      <select
        aria-label={t('界面语言')}
        value={current.locale}
        onChange={(event) => void chooseLanguage({ ...current, locale: event.target.value as Locale })}
      >
        {(Object.keys(languages) as Locale[]).map((code) => (
          <option key={code} value={code} lang={code}>
            {showsEnglish(code) ? `${languages[code]} · ${t('英文')}` : languages[code]}
          </option>
        ))}
      </select>
      <Icon name="down" size={12} />
    </span>
  )
}
