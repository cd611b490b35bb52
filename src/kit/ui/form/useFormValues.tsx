import { Form } from 'antd'
import { useState } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import type { FieldErrors } from '#kit/errors.ts'
import { t } from '#kit/text.ts'
import type { Draft } from '#kit/ui/draft.ts'
import { labelAt } from '#kit/validation.ts'
import type { EntityFormProps, Field } from './declare.tsx'
import { fieldsIn, hasInner, isUnsent } from './declare.tsx'
import { baseOf } from './draftOf.ts'
import type { FormPlan, Values } from './values.ts'
import { buildInput, initialValues, isDirty } from './values.ts'

/** The values of the fields, their initial values, and the input that would be sent. */
export function useFormValues<E extends Endpoint>(props: EntityFormProps<E>) {
  const { endpoint, record, defaults, fixed, isAction } = props
  const [form] = Form.useForm<Values>()
  // The record as it was when the form was opened: a refetch must not change what the user's changes are compared with.
  const [base, setBase] = useState(record as Values | undefined)
  const fields = fieldsIn(props.fields)
  const labelOf = labelsOf(endpoint, fields)
  const every = keysOf(fields)
  const masked = base ? keysOf(fields.filter((field) => field.kind === 'masked')) : []
  const [begun, setBegun] = useState(() => initialValues({ keys: every, masked }, { ...base, ...defaults }))

  const values = (): Values => ({ ...begun, ...form.getFieldsValue(true) })
  const plan = (now = values()): FormPlan => {
    const keys = keysOf(fields.filter((field) => !isUnsent(field) && (field.when?.(now) ?? true)))
    return { schema: endpoint.input, keys, masked, base, fixed, sendsAll: isAction }
  }
  /** Continues from another version of the record, with these values in the fields. */
  const rebase = (current: Values, next: Values): void => {
    form.setFieldsValue(next)
    setBase(current)
    setBegun(initialValues({ keys: every, masked }, current))
  }
  return {
    ...{ form, fields, labelOf, base, begun, values, plan, rebase },
    isDirty: () => isDirty(begun, values()),
    /** Makes the present values the saved ones. */
    settle: () => setBegun(values()),
    /** Restores a draft on top of the record as its author saw it. */
    resume: (draft: Draft): void => {
      const from = base && baseOf(draft, base)
      const next = { ...initialValues({ keys: every, masked }, from ?? defaults), ...draft.values }
      if (from) rebase(from, next)
      else form.setFieldsValue(next)
    },
    /** The current error message of one field. A field with fields of its own shows their messages itself. */
    errorOf: (field: Field) => {
      const { errors } = buildInput(plan(), values())
      return hasInner(field) ? errors[field.key] : sentenceFor(field.key, errors)
    },
    /** The current error messages inside one field, by the path within it. */
    errorsIn: (key: string) => sentencesIn(key, buildInput(plan(), values()).errors),
  }
}

export type FormValues = ReturnType<typeof useFormValues>

const keysOf = (fields: readonly Field[]) => fields.map(({ key }) => key)

/** A field's label is set by the form, or by its schema. */
function labelsOf(endpoint: Endpoint, fields: readonly Field[]): (key: string) => string {
  return (key) => {
    const fieldLabel = fields.find((field) => field.key === key)?.label
    return fieldLabel ?? t(labelAt(endpoint.input, [key]) ?? key)
  }
}

function sentencesIn(key: string, errors: FieldErrors): FieldErrors {
  const inner = Object.entries(errors).filter(([path]) => path.startsWith(`${key}.`))
  return Object.fromEntries(inner.map(([path, sentenceKey]) => [path.slice(key.length + 1), t(sentenceKey)]))
}

/** The error message of a field, or the first one inside it. */
function sentenceFor(key: string, errors: FieldErrors): string | undefined {
  return errors[key] ?? Object.entries(errors).find(([path]) => path.startsWith(`${key}.`))?.[1]
}
