import { ConfigProvider } from 'antd'
import type { Locale as AntdLocale } from 'antd/es/locale'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
// Value of dayjs's `weekStart`.
import 'dayjs/locale/zh-cn'
import { Fragment, type ReactNode, Suspense, use } from 'react'
import { type LanguageChoice, storedLanguage, useLanguage } from './language.tsx'
import { directionOf, type Locale } from './languages.ts'

const MONDAY = 1

/** Provides Ant Design's texts in the current language. A change of language remounts all children. */
export function AntdLanguage({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={null}>
      <TranslatedAntd>{children}</TranslatedAntd>
    </Suspense>
  )
}

function TranslatedAntd({ children }: { children: ReactNode }) {
  const choice = useLanguage()
  const { ready, words: coming } = wordsOf(choice)
  const words = ready ?? use(coming)
  return (
    <ConfigProvider locale={words} direction={directionOf(choice.locale)}>
      <Fragment key={`${choice.locale} ${choice.dates}`}>{children}</Fragment>
    </ConfigProvider>
  )
}

interface LoadedTexts {
  key: string
  words: Promise<AntdLocale>
  /** Set when `words` resolves. Renders read it directly: a component that waits for a promise renders 300 ms late. */
  ready?: AntdLocale
}

// Only the last choice: returning to an earlier one must also set the day names again.
let fetched: LoadedTexts | undefined

function wordsOf(choice: LanguageChoice): LoadedTexts {
  const key = `${choice.locale} ${choice.dates}`
  if (fetched?.key === key) return fetched
  const entry: LoadedTexts = { key, words: fetchWords(choice) }
  void entry.words.then((words) => {
    entry.ready = words
  })
  fetched = entry
  return entry
}

// Fetched when this file loads, before the console renders.
wordsOf(storedLanguage())

/**
 * The texts of a language, with the calendar of the language chosen for dates. Falls back to Chinese if loading fails.
 */
async function fetchWords({ locale, dates }: LanguageChoice): Promise<AntdLocale> {
  try {
    const words = await antdOf(locale)
    await nameDays(dates === 'follow' ? locale : dates)
    if (dates === 'zh-CN') return { ...words, DatePicker: zhCN.DatePicker, Calendar: zhCN.Calendar }
    return locale === 'en-US' ? withDaysOf(words, 'en_GB') : words
  } catch {
    return zhCN
  }
}

async function antdOf(locale: Locale): Promise<AntdLocale> {
  if (locale === 'zh-CN') return zhCN
  const { languageParts } = await import('./languageParts.tsx')
  return (await languageParts[locale].antd()).default
}

/** Sets dayjs's names of days and months. Weeks begin on Monday in every language, as in the figures. */
async function nameDays(locale: Locale): Promise<void> {
  if (locale === 'zh-CN') return void dayjs.locale('zh-cn')
  const { languageParts } = await import('./languageParts.tsx')
  const { default: days } = await languageParts[locale].dayjs()
  days.weekStart = MONDAY
  dayjs.locale(days.name)
}

/** Texts whose pickers use dayjs's day names of another locale. */
function withDaysOf(words: AntdLocale, locale: string): AntdLocale {
  if (!words.DatePicker) return words
  return { ...words, DatePicker: { ...words.DatePicker, lang: { ...words.DatePicker.lang, locale } } }
}
