import { Form } from 'antd'
import { useState } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import type { FieldErrors } from '#kit/errors.ts'
import type { EntityFormProps } from './declare.tsx'
import { fieldsIn } from './declare.tsx'
import type { FormPlan, Values } from './values.ts'
import { initialValues, isDirty, outgoing, rebased } from './values.ts'

/** What stands in the fields, what stood there at first, and what would be sent. */
export function useFormValues<E extends Endpoint>(props: EntityFormProps<E>) {
  const { endpoint, record, defaults, fixed } = props
  const [form] = Form.useForm<Values>()
  // The record as it stood when the form was opened: a refetch meanwhile must not move what the person compares with.
  const [base, setBase] = useState(record as Values | undefined)
  const fields = fieldsIn(props.fields)
  const every = fields.map((field) => field.key)
  const masked = base ? fields.filter((field) => field.kind === 'masked').map((field) => field.key) : []
  const [begun, setBegun] = useState(() => initialValues({ keys: every, masked }, base ?? defaults))

  const values = (): Values => ({ ...begun, ...form.getFieldsValue(true) })
  const plan = (): FormPlan => {
    const now = values()
    const keys = fields.filter((field) => field.when?.(now) ?? true).map((field) => field.key)
    return { schema: endpoint.input, keys, masked, base, fixed }
  }
  return {
    form,
    fields,
    base,
    begun,
    values,
    plan,
    isDirty: () => isDirty(begun, values()),
    /** What stands there now is what is saved. */
    settle: () => setBegun(values()),
    /** Goes on from a newer record; what only this person changed stays. */
    rebase: (current: Values) => {
      form.setFieldsValue(rebased(plan(), current, values()))
      setBase(current)
      setBegun(initialValues({ keys: every, masked }, current))
    },
    /** The sentence for one field as it stands now. */
    errorOf: (key: string) => sentenceFor(key, outgoing(plan(), values()).errors),
  }
}

/** The sentence of a field, or of the first thing wrong inside it. */
function sentenceFor(key: string, errors: FieldErrors): string | undefined {
  return errors[key] ?? Object.entries(errors).find(([path]) => path.startsWith(`${key}.`))?.[1]
}

export type FormValues = ReturnType<typeof useFormValues>
