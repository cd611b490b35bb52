import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { type DecimalValue, decimalText, decimalValue } from './decimalValue.ts'

export interface DecimalInputProps {
  value?: DecimalValue
  onChange?: (value: number | string | undefined) => void
  id?: string
  disabled?: boolean
  placeholder?: string
  prefix?: ReactNode
  suffix?: ReactNode
  'aria-label'?: string
}

/** More than any exact number has, including thousands separators. */
const MAX_CHARACTERS = 32

/**
 * A field for an exact number with `scale` decimal places; its value is an integer in the smallest unit. The typed text
 * is parsed as digits, never as a fraction, and formatted on blur.
 */
export function DecimalInput({ scale, value, onChange, ...rest }: DecimalInputProps & { scale: number }) {
  const [typed, setTyped] = useState<string | null>(null)
  const change = (text: string) => {
    setTyped(text)
    onChange?.(decimalValue(text, scale))
  }
  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      maxLength={MAX_CHARACTERS}
      value={typed ?? decimalText(value, scale)}
      onChange={(event) => change(event.target.value)}
      onBlur={() => setTyped(null)}
    />
  )
}
