import { GlobalOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { useLanguage } from './language.tsx'
import { useLanguageChange } from './languageChoice.tsx'
import type { Locale } from './languages.ts'
import { DEFAULT_LOCALE, languages } from './languages.ts'
import './Language.css'

/** Every language under its own name, found by that, by its code, or by its name in the language that is spoken. */
export function LanguageMenu() {
  const { locale } = useLanguage()
  const change = useLanguageChange()
  return (
    <LanguageSelect className="language-menu" value={locale} onChange={(next) => change({ locale: next })} />
  )
}

interface SelectProps {
  value: Locale
  onChange: (locale: Locale) => void
  className?: string
  id?: string
}

/** The choice of a language; in the header without a frame around it. */
export function LanguageSelect({ value, onChange, className, id }: SelectProps) {
  return (
    <Select<Locale>
      id={id}
      className={className}
      classNames={{ popup: { root: 'language-list' } }}
      variant={className ? 'borderless' : 'outlined'}
      prefix={<GlobalOutlined aria-hidden />}
      suffixIcon={<Icon name="down" size={12} />}
      popupMatchSelectWidth={240}
      aria-label={t('界面语言')}
      showSearch={{ optionFilterProp: ['label', 'search'] }}
      value={value}
      onChange={onChange}
      options={optionsIn(value)}
      optionRender={({ data }) => (
        <span className="language-option">
          <span lang={String(data.value)} dir="auto">
            {data.label}
          </span>
          <small>{data.known}</small>
        </span>
      )}
    />
  )
}

function optionsIn(spoken: Locale) {
  const names = new Intl.DisplayNames([spoken, DEFAULT_LOCALE], { type: 'language' })
  return Object.entries(languages).map(([code, name]) => {
    const known = names.of(code) ?? code
    return {
      value: code as Locale,
      label: name,
      known: known === name ? '' : known,
      search: `${code} ${known}`,
    }
  })
}
