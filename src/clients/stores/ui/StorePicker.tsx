import type { Platform } from '#clients/stores/contract.ts'
import { storeOptions } from '#clients/stores/options/contract.ts'
import { OptionPicker } from '#kit/ui/OptionPicker.tsx'
import type { PickerProps } from '#kit/ui/OptionSelect.tsx'

interface Props extends PickerProps {
  /** Only stores of these platforms. */
  platform?: Platform[]
  value?: number | null
  onChange?: (id: number | undefined) => void
  /** The name of `value`, which the options may no longer contain. */
  name?: string | null
}

/** Chooses a store by name among those within the user's reach. */
export function StorePicker({ platform, ...rest }: Props) {
  return <OptionPicker endpoint={storeOptions} query={platform && { platform }} {...rest} />
}
