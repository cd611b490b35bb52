import { Button, Input } from 'antd'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'

interface Props {
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
export function MaskedInput({ value, onChange, masked, ...rest }: Props) {
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
