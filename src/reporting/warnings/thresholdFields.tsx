import { t } from '#kit/text.ts'

/** The form fields of the thresholds, for a company or a customer. */
export function thresholdFields() {
  const days = { key: 'missingDays', kind: 'number', min: 1, max: 1000, suffix: t('店天') } as const
  return [
    { key: 'nearBp', kind: 'percent' },
    { key: 'overBp', kind: 'percent' },
    { key: 'overRedBp', kind: 'percent' },
    { key: 'fallBp', kind: 'percent' },
    days,
  ] as const
}
