import { useState } from 'react'
import type { FieldErrors } from '#kit/errors.ts'
import { t } from '#kit/text.ts'
import { hasInner } from './declare.tsx'
import type { FormValues } from './useFormValues.tsx'

/** Error messages under their fields; those that belong to no field of this form are shown above it. */
export function useFormErrors({ form, fields, errorsIn }: Pick<FormValues, 'form' | 'fields' | 'errorsIn'>) {
  const [general, setGeneral] = useState<string[]>([])
  const [refused, setRefused] = useState<{ times: number; first?: string }>({ times: 0 })
  const keyOf = (path: string) => fields.find(({ key }) => path === key || path.startsWith(`${key}.`))?.key

  /** Shows the messages and scrolls to the first. */
  const show = (errors: FieldErrors): void => {
    const placed = Object.entries(errors).map(([path, sentenceKey]) => ({
      key: keyOf(path),
      sentence: t(sentenceKey),
    }))
    setGeneral(placed.filter(({ key }) => !key).map(({ sentence }) => sentence))
    const inside = fields.filter(hasInner).filter(({ key }) => Object.keys(errorsIn(key)).length > 0)
    const below = placed.filter(({ key }) => !inside.some((field) => field.key === key))
    form.setFields(below.flatMap(({ key, sentence }) => (key ? [{ name: key, errors: [sentence] }] : [])))
    const first = fields.find(({ key }) => placed.some((one) => one.key === key))
    if (first && !inside.includes(first)) form.scrollToField(first.key, { block: 'center', focus: true })
    if (placed.length > 0) setRefused(({ times }) => ({ times: times + 1, first: first?.key }))
  }
  return { general, show, refused }
}
