import * as z from 'zod'

/**
 * The code of a shift. Whether the company has it on the day is checked against its rows when it is written
 * (`assertShifts`); codes of former shifts stay readable.
 */
export const ShiftCode = z
  .string()
  .max(20)
  .regex(/^[a-z][a-z0-9]*$/)
  .meta({ title: '班次' })

/** Maximum number of shifts that a company has at a time. */
export const MAX_SHIFTS = 12
