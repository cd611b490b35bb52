import { OptionPicker } from '#kit/ui/OptionPicker.tsx'
import type { PickerProps } from '#kit/ui/OptionSelect.tsx'
import { type OptionPurpose, staffOptions } from '#people/staff/options/contract.ts'

interface Props extends PickerProps {
  /** What the choice is for: determines the staff on offer and the permission needed. */
  purpose: OptionPurpose
  /** The company of the options. Only an admin of the headquarters can choose another than their own. */
  companyCode?: string
  /** A person to exclude. */
  exceptId?: number
  value?: number | null
  onChange?: (id: number | undefined, name?: string) => void
  /** The name of `value`, in case that person is not among the options. */
  name?: string | null
}

/** Chooses a staff member by name. */
export function StaffPicker({ purpose, companyCode, exceptId, ...rest }: Props) {
  const query = { purpose, ...(companyCode && { companyCode }), ...(exceptId && { exceptId }) }
  return <OptionPicker endpoint={staffOptions} query={query} {...rest} />
}
