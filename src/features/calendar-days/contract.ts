import * as z from 'zod'

/** A day off, or a weekend day worked for one (调休). */
export const DayKind = z.enum(['holiday', 'workday']).meta({ title: '类型' })
export type DayKind = z.output<typeof DayKind>

/** A day that is not what its weekday says. */
export const SpecialDay = z.object({ on: z.string(), kind: DayKind, name: z.string() })
export type SpecialDay = z.output<typeof SpecialDay>
