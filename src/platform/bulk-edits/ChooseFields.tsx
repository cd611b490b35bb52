import { Alert, Form } from 'antd'
import { useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { CallError, fieldsOf } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import type { Field } from '#kit/ui/form/declare.tsx'
import { FieldControl } from '#kit/ui/form/FieldControl.tsx'
import { SubmitForm } from '#kit/ui/SubmitForm.tsx'
import { type BulkEdit, type BulkEntity, bulkEdits } from './contract.ts'
import { useBulkFields } from './useBulkFields.tsx'
import './bulkEdits.css'

interface Props {
  id: string
  entity: BulkEntity
  ids: number[]
  /** The previous input, if the user returns to change it. */
  entered?: EnteredFields | undefined
  onBusy: (busy: boolean) => void
  onMade: (edit: BulkEdit, entered: EnteredFields) => void
}

type Values = Record<string, unknown>

/** The chosen fields and their input. */
export interface EnteredFields {
  chosen: string[]
  values: Values
}

/** The form for the fields to change and their values. A field left empty is cleared. */
export function ChooseFields({ id, entity, ids, entered, onBusy, onMade }: Props) {
  const [form] = Form.useForm<Values>()
  const [chosen, setChosen] = useState(entered?.chosen ?? [])
  const [problem, setProblem] = useState<string>()
  const { fieldsOf, labelOf } = useBulkFields()
  const fields = fieldsOf(entity)
  const make = useCreateEdit({ entity, ids, onBusy })
  const send = async (values: Values) => {
    if (chosen.length === 0) return setProblem(t('请至少选择一项要修改的内容。'))
    setProblem(undefined)
    const { made, sentences } = await make(
      Object.fromEntries(chosen.map((key) => [key, inputValue(fieldOf(fields, key), values[key])])),
    )
    if (made) return onMade(made, { chosen, values })
    const errors = errorsByField(sentences, chosen)
    form.setFields(chosen.map((name) => ({ name, errors: errors.get(name) ?? [] })))
    // A message that belongs to no chosen field, e.g. about the number of records, is shown here.
    setProblem(errors.get(undefined)?.[0])
  }
  return (
    <SubmitForm
      id={id}
      form={form}
      layout="vertical"
      initialValues={entered?.values}
      onFinish={(values) => void send(values)}
    >
      <WhichFields
        id={id}
        entity={entity}
        fields={fields}
        chosen={chosen}
        problem={problem}
        onChoose={setChosen}
      />
      {chosen.map((key) => {
        const field = fieldOf(fields, key)
        return (
          <Form.Item key={key} name={key} label={labelOf(entity, key)} extra={field.hint}>
            <FieldControl field={field} record={undefined} />
          </Form.Item>
        )
      })}
      {chosen.length > 0 && (
        <Alert type="info" showIcon title={t('留空的项目会被清空。下一步先预检，确认之前不写入。')} />
      )}
    </SubmitForm>
  )
}

interface WhichProps {
  id: string
  entity: BulkEntity
  fields: readonly Field[]
  chosen: string[]
  problem: string | undefined
  onChoose: (chosen: string[]) => void
}

function WhichFields({ id, entity, fields, chosen, problem, onChoose }: WhichProps) {
  const { labelOf } = useBulkFields()
  return (
    <Form.Item
      label={t('要修改的内容')}
      htmlFor={`${id}-fields`}
      required
      validateStatus={problem ? 'error' : ''}
      help={problem}
    >
      <LocalSelect
        none="fixed"
        id={`${id}-fields`}
        mode="multiple"
        value={chosen}
        onChange={onChoose}
        placeholder={t('可选几项')}
        showSearch={{ optionFilterProp: 'label' }}
        options={fields.map(({ key }) => ({ value: key, label: labelOf(entity, key) }))}
      />
    </Form.Item>
  )
}

function fieldOf(fields: readonly Field[], key: string): Field {
  return fields.find((field) => field.key === key) ?? { key }
}

function inputValue({ kind }: Field, value: unknown): unknown {
  if (value !== undefined && value !== '') return value
  return kind === 'multi' || kind === 'tags' ? [] : null
}

/** The messages of rejected fields by chosen field; those that belong to none have the key undefined. */
function errorsByField(
  sentences: Record<string, string>,
  chosen: readonly string[],
): Map<string | undefined, string[]> {
  const errors = new Map<string | undefined, string[]>()
  for (const [path, sentence] of Object.entries(sentences)) {
    const field = chosen.find((key) => path === key || path.startsWith(`${key}.`))
    errors.set(field, [...(errors.get(field) ?? []), sentence])
  }
  return errors
}

interface MakeResult {
  made?: BulkEdit
  sentences: Record<string, string>
}

/** Creates the edit; returns it, or a message per rejected field. */
function useCreateEdit({ entity, ids, onBusy }: Pick<Props, 'entity' | 'ids' | 'onBusy'>) {
  const client = useClient()
  return async (changes: Values): Promise<MakeResult> => {
    onBusy(true)
    try {
      const made = await client.call(bulkEdits.create, { entity, ids, changes }, { messagePlace: 'inPage' })
      return { made, sentences: {} }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const sentences = fieldsOf(error)
      if (!sentences) client.report(error)
      return { sentences: sentences ?? {} }
    } finally {
      onBusy(false)
    }
  }
}
