import { customerOptions } from '#clients/customers/options/contract.ts'
import { OptionPicker } from '#kit/ui/OptionPicker.tsx'
import type { PickerProps } from '#kit/ui/OptionSelect.tsx'

interface Props extends PickerProps {
  value?: number | null
  onChange?: (id: number | undefined) => void
  /** The name of `value`, which the options may no longer contain. */
  name?: string | null
}

/** Chooses a customer by name among those within the user's reach. */
export function CustomerPicker(props: Props) {
  return <OptionPicker endpoint={customerOptions} {...props} />
}
