import { OptionSelect, type PickerProps } from './OptionSelect.tsx'
import type { OptionsEndpoint } from './useOptions.tsx'

interface Source {
  endpoint: OptionsEndpoint
  /** Further inputs of the endpoint: `{ purpose: 'owner' }`. */
  query?: Record<string, unknown>
}

interface SingleProps extends PickerProps, Source {
  value?: number | null
  onChange?: (id: number | undefined, name?: string) => void
  /** The name of `value`, in case the endpoint does not offer it. */
  name?: string | null
}

/** Chooses one record by its name; the value is its id. The server searches, with one request per pause in typing. */
export function OptionPicker({ value, onChange, name, ...rest }: SingleProps) {
  const chosen = value ? [value] : []
  const namedOptions = value && name ? [{ id: value, name }] : []
  return (
    <OptionSelect
      {...rest}
      chosen={chosen}
      namedOptions={namedOptions}
      onChoose={([id], [chosenName]) => onChange?.(id, chosenName)}
    />
  )
}

interface MultipleProps extends PickerProps, Source {
  value?: readonly number[] | null
  onChange?: (ids: number[]) => void
}

/** Like `OptionPicker`, for several records. */
export function OptionsPicker({ value, onChange, ...rest }: MultipleProps) {
  return (
    <OptionSelect
      {...rest}
      multiple
      chosen={value ?? []}
      namedOptions={[]}
      onChoose={(ids) => onChange?.(ids)}
    />
  )
}
