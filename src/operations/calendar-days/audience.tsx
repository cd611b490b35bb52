import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { audienceNames } from './cellFormatters.ts'

/** The years that the filter offers. */
const YEARS = ['2025', '2026', '2027', '2028']

/** The year filter of both lists. */
export function yearFilter() {
  const options = YEARS.map((value) => ({ value, label: value }))
  return { key: 'year', label: t('年份'), control: 'select', options } as const
}

/** The audience of a new row. Callers show it to headquarters staff only. */
export function audienceField() {
  return { key: 'audience', kind: 'select', options: choicesOf(audienceNames) } as const
}
