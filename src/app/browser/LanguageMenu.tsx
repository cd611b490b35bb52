import { GlobalOutlined } from '@ant-design/icons'
import { t } from '#kit/text.ts'
import { MissingChoice } from '#kit/ui/choice/MissingChoice.tsx'
import { PlainFirst } from '#kit/ui/choice/PlainFirst.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { LanguageSelectProps } from './LanguageSelect.tsx'
import { useLanguage } from './language.tsx'
import { useLanguageChange } from './languageChoice.tsx'
import { languages } from './languages.ts'
import './Language.css'

const LanguageSelect = lazyPart<'LanguageSelect', LanguageSelectProps>(
  () => import('./LanguageSelect.tsx'),
  'LanguageSelect',
  MissingChoice,
)

/**
 * Lists each language under its own name; searchable by that name, by code, and by its name in the current language.
 */
export function LanguageMenu() {
  const { locale } = useLanguage()
  const change = useLanguageChange()
  return (
    <PlainFirst
      className="language-menu"
      prefix={<GlobalOutlined aria-hidden />}
      aria-label={t('界面语言')}
      text={languages[locale]}
      searched
      preload={LanguageSelect.preload}
    >
      {(start) => (
        <LanguageSelect
          className="language-menu"
          value={locale}
          onChange={(next) => change({ locale: next })}
          start={start}
        />
      )}
    </PlainFirst>
  )
}
