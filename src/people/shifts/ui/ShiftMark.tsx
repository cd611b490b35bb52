import type { ShiftRow } from '#people/shifts/contract.ts'
import { shiftMark, shiftName } from './useShifts.tsx'
import './ShiftMark.css'

/** The class of a shift's colour, for marks that other screens draw. */
export const shiftClass = (colour: ShiftRow['colour']): string => `shift-${colour}`

/** The mark of a shift on its colour; the name is its title. */
export function ShiftMark({ row }: { row: Pick<ShiftRow, 'code' | 'name' | 'mark' | 'colour'> }) {
  return (
    <span className={`shift-mark ${shiftClass(row.colour)}`} title={shiftName(row)}>
      {shiftMark(row)}
    </span>
  )
}
