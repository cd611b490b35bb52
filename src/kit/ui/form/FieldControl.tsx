import { Button, DatePicker, Input, InputNumber, Switch } from 'antd'
import dayjs from 'dayjs'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import type { DecimalValue } from '#kit/ui/decimalValue.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import { OptionPicker, OptionsPicker } from '#kit/ui/OptionPicker.tsx'
import { PercentInput } from '#kit/ui/PercentInput.tsx'
import type { ControlProps, Field } from './declare.tsx'
import type { Values } from './values.ts'

interface Props extends ControlProps {
  field: Field
  record: Values | undefined
}

/** The control of a field by its kind; the form passes id, value and onChange. */
export function FieldControl({ field, record, problems, ...control }: Props) {
  switch (field.kind) {
    case 'money':
    case 'percent':
      return <Decimal field={field} {...control} />
    case 'number':
    case 'switch':
    case 'day':
      return <Exact field={field} {...control} />
    case 'select':
    case 'multi':
    case 'tags':
      return <Choice field={field} {...control} />
    case 'picker':
    case 'pickers':
      return <Picker field={field} record={record} {...control} />
    case 'custom':
      return field.render({ ...control, problems })
    default:
      return <Text field={field} record={record} {...control} />
  }
}

function placeholderOf({ placeholder }: Field, verb: string): string {
  return placeholder ?? verb
}

function Text({ field, record, value, onChange, ...rest }: Props) {
  const control = {
    ...rest,
    value: (value as string | undefined) ?? '',
    placeholder: placeholderOf(field, t('请输入')),
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
  }
  if (field.kind === 'textarea') return <Input.TextArea {...control} autoSize={{ minRows: 3, maxRows: 8 }} />
  if (field.kind === 'password') return <Input.Password {...control} autoComplete="current-password" />
  if (field.kind === 'masked' && record) {
    const masked = record[field.key] as string | null | undefined
    const typed = value as string | null | undefined
    return (
      <MaskedInput
        {...rest}
        value={typed}
        onChange={onChange}
        masked={masked}
        placeholder={control.placeholder}
      />
    )
  }
  return <Input {...control} autoComplete="off" />
}

function Decimal({ field, value, ...rest }: Omit<Props, 'record'>) {
  const control = { ...rest, value: value as DecimalValue }
  const placeholderProps = field.placeholder ? { placeholder: field.placeholder } : {}
  return field.kind === 'money' ? (
    <MoneyInput {...control} {...placeholderProps} />
  ) : (
    <PercentInput {...control} {...placeholderProps} />
  )
}

function Exact({ field, value, onChange, ...rest }: Omit<Props, 'record'>) {
  if (field.kind === 'switch') return <Switch {...rest} checked={value === true} onChange={onChange} />
  if (field.kind === 'day') {
    return (
      <DatePicker
        {...rest}
        className="wide-control"
        allowClear={!field.notClearable}
        suffixIcon={<Icon name="calendar" />}
        value={typeof value === 'string' && value ? dayjs(value) : null}
        onChange={(day) => onChange?.(day?.format('YYYY-MM-DD'))}
        placeholder={placeholderOf(field, t('请选择日期'))}
      />
    )
  }
  if (field.kind !== 'number') return null
  const { min, max, step, suffix } = field
  return (
    <InputNumber<number>
      {...rest}
      min={min}
      max={max}
      step={step}
      suffix={suffix}
      className="wide-control"
      controls={false}
      changeOnBlur={false}
      value={value as number | null | undefined}
      onChange={(number) => onChange?.(number ?? undefined)}
      placeholder={placeholderOf(field, t('请输入'))}
    />
  )
}

const MODES = { select: undefined, multi: 'multiple', tags: 'tags' } as const

function Choice({ field, value, ...rest }: Omit<Props, 'record'>) {
  if (field.kind !== 'select' && field.kind !== 'multi' && field.kind !== 'tags') return null
  const tags = field.kind === 'tags'
  return (
    <LocalSelect
      {...rest}
      none="fixed"
      className="wide-control"
      mode={MODES[field.kind]}
      options={'options' in field ? [...field.options] : []}
      value={value ?? (field.kind === 'select' ? null : [])}
      placeholder={placeholderOf(field, tags ? t('输入后回车') : t('请选择'))}
      showSearch={{ optionFilterProp: 'label' }}
      open={tags ? false : undefined}
      suffixIcon={tags ? null : undefined}
      tokenSeparators={tags ? [',', '，', '、', ';', '；'] : undefined}
      allowClear
    />
  )
}

function Picker({ field, record, value, onChange, ...rest }: Props) {
  if (field.kind === 'pickers') {
    const ids = (value as number[] | undefined) ?? []
    const source = { endpoint: field.options, query: field.query, placeholder: field.placeholder }
    return <OptionsPicker {...rest} {...source} value={ids} onChange={onChange} />
  }
  if (field.kind !== 'picker') return null
  const source = { endpoint: field.options, query: field.query, placeholder: field.placeholder }
  const recordName =
    record && field.nameKey && record[field.key] === value ? record[field.nameKey] : undefined
  const name = typeof recordName === 'string' ? recordName : undefined
  return (
    <OptionPicker {...rest} {...source} name={name} value={value as number | undefined} onChange={onChange} />
  )
}

interface MaskedInputProps {
  id?: string
  /** undefined: untouched · null: cleared · a text: newly typed. */
  value?: string | null
  onChange?: (value: string | null | undefined) => void
  /** The masked value of the record: 138****8888. */
  masked: string | null | undefined
  disabled?: boolean
  placeholder?: string
}

/**
 * A field for a value that the server only returns masked. Typing starts a new value, clearing empties it, and the
 * arrow restores the present one.
 */
function MaskedInput({ value, onChange, masked, ...rest }: MaskedInputProps) {
  const untouched = value === undefined
  const change = (text: string, typed: string | null) => {
    // The masked text is not part of the new value: only what was just typed counts.
    const next = untouched && text.includes('*') && masked ? (typed ?? '') : text
    onChange?.(next === '' ? null : next)
  }
  const back = masked && !untouched && (
    <Button
      type="text"
      size="small"
      icon={<Icon name="undo" size={14} />}
      title={t('恢复原值')}
      aria-label={t('恢复原值')}
      onClick={() => onChange?.(undefined)}
    />
  )
  return (
    <Input
      {...rest}
      autoComplete="off"
      value={untouched ? (masked ?? '') : (value ?? '')}
      placeholder={masked && value === null ? t('将清空') : rest.placeholder}
      onFocus={(event) => untouched && event.target.select()}
      onChange={(event) => change(event.target.value, (event.nativeEvent as InputEvent).data ?? null)}
      suffix={back || undefined}
      allowClear
    />
  )
}
