import { OptionSelect } from '#kit/ui/OptionSelect.tsx'
import type { OptionsEndpoint } from '#kit/ui/useOptions.tsx'
import type { Start } from './PlainFirst.tsx'

export interface StartedPickerProps {
  id?: string
  placeholder?: string
  endpoint: OptionsEndpoint
  query?: Record<string, unknown>
  multiple?: boolean
  ids: readonly number[]
  onChange: (ids: number[]) => void
  start: Start
}

/** The picker that replaces a plain field and continues from its state. */
export function StartedPicker({ ids, onChange, ...rest }: StartedPickerProps) {
  return <OptionSelect {...rest} chosen={ids} namedOptions={[]} onChoose={onChange} />
}
