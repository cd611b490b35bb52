import { textLocaleOf } from '#kit/text.ts'

/** The interface languages, about 55 (specification §9): the locale's code and its name in the language itself. */
export const languages = {
  'ar-EG': 'العربية',
  'az-AZ': 'Azərbaycanca',
  'bg-BG': 'Български',
  'bn-BD': 'বাংলা',
  'ca-ES': 'Català',
  'cs-CZ': 'Čeština',
  'da-DK': 'Dansk',
  'de-DE': 'Deutsch',
  'el-GR': 'Ελληνικά',
  'en-GB': 'English (UK)',
  'en-US': 'English (US)',
  'es-ES': 'Español',
  'et-EE': 'Eesti',
  'fa-IR': 'فارسی',
  'fi-FI': 'Suomi',
  'fr-BE': 'Français (Belgique)',
  'fr-FR': 'Français',
  'ga-IE': 'Gaeilge',
  'he-IL': 'עברית',
  'hi-IN': 'हिन्दी',
  'hr-HR': 'Hrvatski',
  'hu-HU': 'Magyar',
  'hy-AM': 'Հայերեն',
  'id-ID': 'Bahasa Indonesia',
  'is-IS': 'Íslenska',
  'it-IT': 'Italiano',
  'ja-JP': '日本語',
  'kn-IN': 'ಕನ್ನಡ',
  'ko-KR': '한국어',
  'ku-IQ': 'کوردی',
  'lv-LV': 'Latviešu',
  'mk-MK': 'Македонски',
  'mn-MN': 'Монгол',
  'ms-MY': 'Bahasa Melayu',
  'nb-NO': 'Norsk bokmål',
  'ne-NP': 'नेपाली',
  'nl-BE': 'Nederlands (België)',
  'nl-NL': 'Nederlands',
  'pl-PL': 'Polski',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português',
  'ro-RO': 'Română',
  'ru-RU': 'Русский',
  'sk-SK': 'Slovenčina',
  'sl-SI': 'Slovenščina',
  'sr-RS': 'Srpski',
  'sv-SE': 'Svenska',
  'ta-IN': 'தமிழ்',
  'th-TH': 'ไทย',
  'tr-TR': 'Türkçe',
  'uk-UA': 'Українська',
  'vi-VN': 'Tiếng Việt',
  'zh-CN': '简体中文',
  'zh-HK': '繁體中文（香港）',
  'zh-TW': '繁體中文（臺灣）',
} as const

export type Locale = keyof typeof languages

/** The language if none is stored (specification §9); the browser's preference is ignored. */
export const DEFAULT_LOCALE: Locale = 'zh-CN'

const CODE = /^[a-z]{2,3}-[A-Z]{2}$/

/**
 * The locale of a stored code; undefined if it is invalid. A locale that is no longer listed becomes en-US: it showed
 * English texts.
 */
export function localeOf(code: unknown): Locale | undefined {
  if (typeof code !== 'string') return undefined
  if (Object.hasOwn(languages, code)) return code as Locale
  return CODE.test(code) ? 'en-US' : undefined
}

/** Whether a language has no texts of its own and therefore shows the English ones. */
export function showsEnglish(locale: Locale): boolean {
  return textLocaleOf(locale) === 'en-US' && !locale.startsWith('en')
}

/** Specification §9: the page is mirrored for locales that begin with he, ar, fa or ku. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return /^(he|ar|fa|ku)/.test(locale) ? 'rtl' : 'ltr'
}
