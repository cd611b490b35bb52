import * as z from 'zod'

/** What attendance for pay is counted by: approved logs, clock records, or days that have both. */
export const Basis = z.enum(['log', 'clock', 'both']).meta({ title: '出勤按' })
export type Basis = z.output<typeof Basis>

/** The rule of a company without a row. */
export const DEFAULT_RULE = { basis: 'log', toleranceMinutes: 10 } as const
