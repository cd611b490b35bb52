import { OptionPicker } from '#kit/ui/OptionPicker.tsx'
import type { PickerProps } from '#kit/ui/OptionSelect.tsx'
import { staff } from './contract.ts'

interface Props extends PickerProps {
  /** Whom there is to choose from: heads, sales, or the agents that the person may assign. */
  purpose: 'parent' | 'owner' | 'leader' | 'agent'
  /** People of that company; an admin of the headquarters reaches others than the own. */
  companyCode?: string
  value?: number | null
  onChange?: (id: number | undefined) => void
  /** The name of `value`, where that person may no longer be on offer. */
  name?: string | null
}

/** Chooses a member of staff by name. */
export function StaffPicker({ purpose, companyCode, ...rest }: Props) {
  const query = companyCode ? { purpose, companyCode } : { purpose }
  return <OptionPicker endpoint={staff.options} query={query} {...rest} />
}
