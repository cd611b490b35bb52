import { DecimalInput, type DecimalInputProps } from './DecimalInput.tsx'

/** An amount typed in 元 with at most two decimal places; its value is in 分. */
export function MoneyInput(props: Omit<DecimalInputProps, 'prefix' | 'suffix'>) {
  return <DecimalInput scale={2} prefix="¥" placeholder="0.00" {...props} />
}
