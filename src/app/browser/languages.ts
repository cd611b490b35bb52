/** The interface languages: the locale's code and what its speakers call it. All that Ant Design speaks are here. */
export const languages = {
  'ar-EG': 'العربية',
  'az-AZ': 'Azərbaycanca',
  'be-BY': 'Беларуская',
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
  'es-US': 'Español (EE. UU.)',
  'et-EE': 'Eesti',
  'eu-ES': 'Euskara',
  'fa-IR': 'فارسی',
  'fi-FI': 'Suomi',
  'fr-BE': 'Français (Belgique)',
  'fr-CA': 'Français (Canada)',
  'fr-FR': 'Français',
  'ga-IE': 'Gaeilge',
  'gl-ES': 'Galego',
  'he-IL': 'עברית',
  'hi-IN': 'हिन्दी',
  'hr-HR': 'Hrvatski',
  'hu-HU': 'Magyar',
  'hy-AM': 'Հայերեն',
  'id-ID': 'Bahasa Indonesia',
  'is-IS': 'Íslenska',
  'it-IT': 'Italiano',
  'ja-JP': '日本語',
  'ka-GE': 'ქართული',
  'kk-KZ': 'Қазақша',
  'km-KH': 'ខ្មែរ',
  'kmr-IQ': 'Kurmancî',
  'kn-IN': 'ಕನ್ನಡ',
  'ko-KR': '한국어',
  'ku-IQ': 'کوردی',
  'lt-LT': 'Lietuvių',
  'lv-LV': 'Latviešu',
  'mk-MK': 'Македонски',
  'ml-IN': 'മലയാളം',
  'mn-MN': 'Монгол',
  'mr-IN': 'मराठी',
  'ms-MY': 'Bahasa Melayu',
  'my-MM': 'မြန်မာ',
  'nb-NO': 'Norsk bokmål',
  'ne-NP': 'नेपाली',
  'nl-BE': 'Nederlands (België)',
  'nl-NL': 'Nederlands',
  'pl-PL': 'Polski',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português',
  'ro-RO': 'Română',
  'ru-RU': 'Русский',
  'si-LK': 'සිංහල',
  'sk-SK': 'Slovenčina',
  'sl-SI': 'Slovenščina',
  'sq-AL': 'Shqip',
  'sr-RS': 'Srpski',
  'sv-SE': 'Svenska',
  'ta-IN': 'தமிழ்',
  'th-TH': 'ไทย',
  'tk-TM': 'Türkmençe',
  'tr-TR': 'Türkçe',
  'uk-UA': 'Українська',
  'ur-PK': 'اردو',
  'uz-UZ': 'Oʻzbekcha',
  'vi-VN': 'Tiếng Việt',
  'zh-CN': '简体中文',
  'zh-HK': '繁體中文（香港）',
  'zh-TW': '繁體中文（臺灣）',
} as const

export type Locale = keyof typeof languages

/** What is spoken where nobody chose (specification §9); what the browser prefers is not asked. */
export const DEFAULT_LOCALE: Locale = 'zh-CN'

/** Whether a stored text is the code of a language here. */
export function isLocale(code: unknown): code is Locale {
  return typeof code === 'string' && Object.hasOwn(languages, code)
}

/** Specification §9: the page is mirrored for locales that begin with he, ar, fa or ku. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return /^(he|ar|fa|ku)/.test(locale) ? 'rtl' : 'ltr'
}
