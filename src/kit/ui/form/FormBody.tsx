import { Alert, Form } from 'antd'
import { t } from '#kit/text.ts'
import { labelAt } from '#kit/validation.ts'
import type { Field, FormPart } from './declare.tsx'
import { isField } from './declare.tsx'
import { FieldControl } from './FieldControl.tsx'
import { StaleDialog } from './StaleDialog.tsx'
import type { FormState } from './useEntityForm.tsx'
import { isRequired, overtaken } from './values.ts'
import './FormBody.css'

interface Props {
  state: FormState
  parts: readonly (FormPart | false | null | undefined)[]
  columns: 1 | 2
  /** Lets a button outside the form send it. */
  id: string
}

/** The fields of a form with their labels, marks, rules and sentences. */
export function FormBody({ state, parts, columns, id }: Props) {
  const { form, base, newest } = state
  const { schema } = state.plan()
  Form.useWatch([], form)
  const labelOf = (key: string) => {
    const field = state.fields.find((one) => one.key === key)
    return field?.label ?? labelAt(schema, [key]) ?? key
  }
  return (
    <Form
      id={id}
      form={form}
      layout="vertical"
      initialValues={state.begun}
      validateTrigger="onChange"
      requiredMark
      onFinish={() => void state.submit()}
      onFinishFailed={() => void state.submit()}
      className={columns === 2 ? 'entity-form entity-form-two' : 'entity-form'}
    >
      {state.general.length > 0 && (
        <Alert type="error" title={state.general.join(' ')} showIcon className="wide-field" />
      )}
      {parts.map((part) => part && partOf(part, state, labelOf))}
      {newest.record && base && (
        <StaleDialog
          current={newest.record}
          base={base}
          changes={overtaken(state.plan(), newest.record, state.values())}
          labelOf={labelOf}
          fields={state.fields}
          onLoad={newest.load}
          onCancel={newest.leave}
        />
      )}
    </Form>
  )
}

function partOf(part: FormPart, state: FormState, labelOf: (key: string) => string) {
  if (!isField(part)) return <h2 key={part.section}>{part.section}</h2>
  if (part.when && !part.when(state.values())) return null
  return <FormField key={part.key} field={part} state={state} label={labelOf(part.key)} />
}

function FormField({ field, state, label }: { field: Field; state: FormState; label: string }) {
  const { base } = state
  const wide = field.wide ?? field.kind === 'textarea'
  return (
    <Form.Item
      name={field.key}
      label={label}
      extra={field.hint ?? (field.kind === 'masked' && base ? t('不修改请保持原样') : undefined)}
      required={isRequired(state.plan().schema, field.key, base !== undefined)}
      rules={[{ validator: () => verdict(state.errorOf(field.key)) }]}
      className={wide ? 'wide-field' : undefined}
    >
      <FieldControl field={field} record={base} disabled={field.disabled} />
    </Form.Item>
  )
}

function verdict(sentence: string | undefined): Promise<void> {
  return sentence ? Promise.reject(new Error(sentence)) : Promise.resolve()
}
