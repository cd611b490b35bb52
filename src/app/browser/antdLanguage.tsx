import { ConfigProvider } from 'antd'
import type { Locale as AntdLocale } from 'antd/es/locale'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
// Its weeks start on Monday.
import 'dayjs/locale/zh-cn'
import type { ReactNode } from 'react'
import { Fragment, Suspense, use } from 'react'
import type { LanguageChoice } from './language.tsx'
import { useLanguage } from './language.tsx'
import type { Locale } from './languages.ts'
import { directionOf } from './languages.ts'

const MONDAY = 1

/** Ant Design's words in the language that is spoken. Another language draws everything anew. */
export function AntdLanguage({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={null}>
      <Speaking>{children}</Speaking>
    </Suspense>
  )
}

function Speaking({ children }: { children: ReactNode }) {
  const choice = useLanguage()
  const words = use(wordsOf(choice))
  return (
    <ConfigProvider locale={words} direction={directionOf(choice.locale)}>
      <Fragment key={`${choice.locale} ${choice.dates}`}>{children}</Fragment>
    </ConfigProvider>
  )
}

// The last choice only: to come back to an earlier one also sets the names of days again.
let fetched: { key: string; words: Promise<AntdLocale> } | undefined

function wordsOf(choice: LanguageChoice): Promise<AntdLocale> {
  const key = `${choice.locale} ${choice.dates}`
  if (fetched?.key !== key) fetched = { key, words: fetchWords(choice) }
  return fetched.words
}

/** The words of a language, with the calendar of the one whose dates are asked for. What cannot be fetched is Chinese. */
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

/** Names days and months in a language. A week begins on Monday in each: so the figures count. */
async function nameDays(locale: Locale): Promise<void> {
  if (locale === 'zh-CN') return void dayjs.locale('zh-cn')
  const { languageParts } = await import('./languageParts.tsx')
  const { default: days } = await languageParts[locale].dayjs()
  days.weekStart = MONDAY
  dayjs.locale(days.name)
}

/** Words whose pickers ask dayjs for the days of another language. */
function withDaysOf(words: AntdLocale, locale: string): AntdLocale {
  if (!words.DatePicker) return words
  return { ...words, DatePicker: { ...words.DatePicker, lang: { ...words.DatePicker.lang, locale } } }
}
