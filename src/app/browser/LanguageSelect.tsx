import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import type { Start } from '#kit/ui/choice/PlainFirst.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { DEFAULT_LOCALE, type Locale, languages, showsEnglish } from './languages.ts'
import './Language.css'

export interface LanguageSelectProps {
  value: Locale
  onChange: (locale: Locale) => void
  className?: string
  id?: string
  /** Initial focus, open state and typed text, if the select replaces a plain field. */
  start?: Start
}

/** The list of the header opens on the side that has room for it; on a phone neither has, and it moves sideways. */
const OVERFLOW = { adjustX: true, adjustY: true, shiftX: true, shiftY: true }
const PLACEMENTS = {
  bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow: OVERFLOW },
  bottomRight: { points: ['tr', 'br'], offset: [0, 4], overflow: OVERFLOW },
}
/** Width of that list in pixels; the second one fits the narrowest phones. */
const [LIST_WIDTH, PHONE_LIST_WIDTH] = [360, 304]

/** The language select; without a border if it has a `className`, as in the header, where phones show only its icon. */
export function LanguageSelect({ value, onChange, className, id, start }: LanguageSelectProps) {
  const phone = usePhone()
  const isInHeader = className !== undefined
  const isIcon = phone && isInHeader
  return (
    <LocalSelect<Locale, LanguageOption>
      none="fixed"
      id={id}
      className={className}
      classNames={{ popup: { root: 'language-list' } }}
      variant={isInHeader ? 'borderless' : 'outlined'}
      start={start}
      prefix={<Icon name="globe" />}
      suffixIcon={<Icon name="down" size={12} />}
      {...(isInHeader && {
        builtinPlacements: PLACEMENTS,
        popupMatchSelectWidth: phone ? PHONE_LIST_WIDTH : LIST_WIDTH,
      })}
      aria-label={t('界面语言')}
      // Beside an icon nobody would see what they type.
      showSearch={isIcon ? false : { optionFilterProp: ['label', 'search'] }}
      value={value}
      onChange={onChange}
      options={optionsIn(value)}
      {...(!isInHeader && { labelRender: () => <Name locale={value} /> })}
      optionRender={({ data }) => (
        <span className="language-option">
          <Name locale={data.value} />
          <small>{data.localName}</small>
        </span>
      )}
    />
  )
}

/** A language's own name, with a note if its texts are in English. */
function Name({ locale }: { locale: Locale }) {
  return (
    <span>
      <bdi lang={locale}>{languages[locale]}</bdi>
      {showsEnglish(locale) && <small> · {t('英文')}</small>}
    </span>
  )
}

/** A type, not an interface: antd's option types have an index signature, which would accept a misspelt name. */
type LanguageOption = {
  value: Locale
  /** The language's own name. */
  label: string
  'aria-label'?: string
  /** Its name in the current language; empty if that is the same. */
  localName: string
  /** Further texts that find it: its code and its name in the current language. */
  search: string
}

function optionsIn(current: Locale): LanguageOption[] {
  const names = new Intl.DisplayNames([current, DEFAULT_LOCALE], { type: 'language' })
  return (Object.keys(languages) as Locale[]).map((code) => {
    const [name, localName] = [languages[code], names.of(code) ?? code]
    return {
      value: code,
      label: name,
      ...(showsEnglish(code) && { 'aria-label': t('{name}，界面文字为英文', { name }) }),
      localName: localName === name ? '' : localName,
      search: `${code} ${localName}`,
    }
  })
}
