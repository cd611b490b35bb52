import { useState } from 'react'
import type { FieldErrors } from '#kit/errors.ts'
import { t } from '#kit/text.ts'
import type { FormValues } from './useFormValues.tsx'

/** Sentences under their fields; those that belong to no field of this form stand above it. */
export function useFormErrors({ form, fields }: Pick<FormValues, 'form' | 'fields'>) {
  const [general, setGeneral] = useState<string[]>([])
  const keyOf = (path: string) => fields.find(({ key }) => path === key || path.startsWith(`${key}.`))?.key

  /** Shows the sentences and brings the first into view. */
  const show = (errors: FieldErrors): void => {
    const placed = Object.entries(errors).map(([path, said]) => ({ key: keyOf(path), sentence: t(said) }))
    setGeneral(placed.filter(({ key }) => !key).map(({ sentence }) => sentence))
    form.setFields(placed.flatMap(({ key, sentence }) => (key ? [{ name: key, errors: [sentence] }] : [])))
    const first = fields.find(({ key }) => placed.some((one) => one.key === key))
    if (first) form.scrollToField(first.key, { block: 'center', focus: true })
  }
  return { general, show }
}
