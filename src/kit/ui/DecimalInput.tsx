import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatDecimal, parseDecimal } from '#kit/format.ts'

/** Whole units, nothing, or the text as typed where it is no such number: then the form's schema refuses it. */
export type DecimalValue = number | string | null | undefined

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

/**
 * A field for an exact number with `scale` decimal places whose value is an integer of its smallest unit. What is
 * typed is read as digits, never as a fraction, and set in order when the field is left.
 */
export function DecimalInput({ scale, value, onChange, ...rest }: DecimalInputProps & { scale: number }) {
  const [typed, setTyped] = useState<string | null>(null)
  const change = (text: string) => {
    setTyped(text)
    onChange?.(text.trim() === '' ? undefined : (parseDecimal(text, scale) ?? text))
  }
  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? written(value, scale)}
      onChange={(event) => change(event.target.value)}
      onBlur={() => setTyped(null)}
    />
  )
}

function written(value: DecimalValue, scale: number): string {
  return typeof value === 'number' ? formatDecimal(value, scale) : (value ?? '')
}
