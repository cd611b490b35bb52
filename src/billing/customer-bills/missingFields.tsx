import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import type { Field } from '#kit/ui/form/declare.tsx'
import { missingTexts } from './cellFormatters.ts'
import type { Bill } from './contract.ts'
import { missingReasonNames } from './rules.ts'

/** Fields for the reason to issue with missing data; none if nothing is missing. */
export function missingFields(missing: Bill['missing']): Field<'missingReason' | 'missingNote'>[] {
  if (missing.length === 0) return []
  return [
    {
      key: 'missingReason',
      kind: 'select',
      options: choicesOf(missingReasonNames),
      hint: missingTexts(missing).join(t('；')),
    },
    { key: 'missingNote', when: ({ missingReason }) => missingReason === 'other' },
  ]
}
