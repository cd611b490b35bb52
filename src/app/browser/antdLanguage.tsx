import { ConfigProvider } from 'antd'
import type { Locale as AntdLocale } from 'antd/es/locale'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
// Its weeks start on Monday.
import 'dayjs/locale/zh-cn'
import type { ReactNode } from 'react'
import { Fragment, Suspense, use } from 'react'
import type { LanguageChoice } from './language.tsx'
import { storedLanguage, useLanguage } from './language.tsx'
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
  const { ready, words: coming } = wordsOf(choice)
  const words = ready ?? use(coming)
  return (
    <ConfigProvider locale={words} direction={directionOf(choice.locale)}>
      <Fragment key={`${choice.locale} ${choice.dates}`}>{children}</Fragment>
    </ConfigProvider>
  )
}

interface Words {
  key: string
  words: Promise<AntdLocale>
  /** Set when they have come. They are used as they are then: whoever waits for a promise is drawn 300 ms later. */
  ready?: AntdLocale
}

// The last choice only: to come back to an earlier one also sets the names of days again.
let fetched: Words | undefined

function wordsOf(choice: LanguageChoice): Words {
  const key = `${choice.locale} ${choice.dates}`
  if (fetched?.key === key) return fetched
  const asked: Words = { key, words: fetchWords(choice) }
  void asked.words.then((words) => {
    asked.ready = words
  })
  fetched = asked
  return asked
}

// Fetched with this file, before the console is drawn.
wordsOf(storedLanguage())

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
