import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { audienceNames } from './words.ts'

/** Years that are set up, or will be. */
const YEARS = ['2025', '2026', '2027', '2028']

/** The filter by year of both lists. */
export function yearFilter() {
  const options = YEARS.map((value) => ({ value, label: value }))
  return { key: 'year', label: t('年份'), control: 'select', options } as const
}

/** Whom a new row is for; only the headquarters may choose. */
export function audienceField() {
  return { key: 'audience', kind: 'select', options: choicesOf(audienceNames) } as const
}
