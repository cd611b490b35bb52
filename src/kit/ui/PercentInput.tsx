import { DecimalInput, type DecimalInputProps } from './DecimalInput.tsx'

/** A percentage with at most two decimal places; its value is in basis points: 97.84 % is 9784. */
export function PercentInput(props: Omit<DecimalInputProps, 'prefix' | 'suffix'>) {
  return <DecimalInput scale={2} suffix="%" {...props} />
}
