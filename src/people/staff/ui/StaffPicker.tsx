import { OptionPicker } from '#kit/ui/OptionPicker.tsx'
import type { PickerProps } from '#kit/ui/OptionSelect.tsx'
import type { OptionPurpose } from '#people/staff/contract.ts'
import { staff } from '#people/staff/contract.ts'

interface Props extends PickerProps {
  /** Whom there is to choose from: heads, sales, the agents that the person may assign, or (an admin) anyone. */
  purpose: OptionPurpose
  /** People of that company; an admin of the headquarters reaches others than the own. */
  companyCode?: string
  /** Somebody who is not to be offered. */
  exceptId?: number
  value?: number | null
  onChange?: (id: number | undefined, name?: string) => void
  /** The name of `value`, where that person may no longer be on offer. */
  name?: string | null
}

/** Chooses a member of staff by name. */
export function StaffPicker({ purpose, companyCode, exceptId, ...rest }: Props) {
  const query = { purpose, ...(companyCode && { companyCode }), ...(exceptId && { exceptId }) }
  return <OptionPicker endpoint={staff.options} query={query} {...rest} />
}
