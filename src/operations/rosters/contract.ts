import * as z from 'zod'
import { Shift } from '#clients/stores/contract.ts'
import { Day, endpoint, Id, Keyword } from '#kit/contract.ts'
import { SpecialDay } from '#operations/calendar-days/contract.ts'

/** What may stand on a day of the roster: shifts, or alone a rest or a leave. */
export const RosterEntry = z
  .enum(['morning', 'middle', 'evening', 'night', 'rest', 'leave'])
  .meta({ title: '班次' })
export type RosterEntry = z.output<typeof RosterEntry>

const Entries = z.array(RosterEntry).max(4).meta({ title: '班次' })

/** A day of a person; no entries: nothing is planned. */
export const RosterCell = z.object({ staffId: z.int(), on: z.string(), entries: z.array(RosterEntry) })
export type RosterCell = z.output<typeof RosterCell>

/** Somebody with a row in the roster. */
export const RosterAgent = z.object({
  id: z.int(),
  name: z.string(),
  companyCode: z.string(),
  /** The head of the team; null for a head. */
  headName: z.string().nullable(),
  hiredOn: z.string().nullable(),
  /** The last day with the company, where one is known. */
  leftOn: z.string().nullable(),
})
export type RosterAgent = z.output<typeof RosterAgent>

/** Why a day stayed as it was, or was not copied. */
export const KeptReason = z.enum(['leave', 'leaveBefore', 'standing', 'gone', 'notYet'])
export type KeptReason = z.output<typeof KeptReason>

/** Whose week: everybody's within reach, or one team's. */
const whose = {
  /** Any day of the week. */
  from: Day.meta({ title: '周' }),
  /** The head of a team; absent: everybody within reach. */
  headId: Id.optional(),
}

export const rosters = {
  week: endpoint('GET /api/rosters', {
    needs: 'canReportWorklog',
    summary: '一周的排班，最多 200 人：组长看本组，客服看自己',
    input: z.strictObject({ ...whose, keyword: Keyword }),
    output: z.object({
      monday: z.string(),
      agents: z.array(RosterAgent),
      /** How many there are; the answer holds 200 at most. */
      agentTotal: z.int(),
      /** The planned days, with the Sunday before the week, so that short nights can be told. */
      cells: z.array(RosterCell),
      /** Of whoever is not planned in the week: the shifts that the store assignments expect of them. */
      assigned: z.array(z.object({ staffId: z.int(), on: z.string(), shift: Shift })),
      specialDays: z.array(SpecialDay),
    }),
  }),
  plan: endpoint('POST /api/rosters/plan', {
    needs: 'canAssignStore',
    summary: '填写若干人若干天的班次；seen 是填写的人看到的原样，已被改过的整批不写',
    input: z.strictObject({
      cells: z
        .array(z.strictObject({ staffId: Id, on: Day, entries: Entries, seen: Entries }))
        .min(1)
        .max(1400)
        .meta({ title: '排班' }),
    }),
    output: z.object({ changed: z.int() }),
  }),
  copy: endpoint('POST /api/rosters/copy', {
    needs: 'canAssignStore',
    summary: '用上一周的排班或店铺分配填这一周；请假的日子不动，replace 时覆盖已排的',
    input: z.strictObject({
      ...whose,
      source: z.enum(['lastWeek', 'assignments']),
      replace: z.boolean().default(false),
    }),
    output: z.object({
      changed: z.int(),
      /** The days that were left alone, and why; 200 at most. */
      kept: z.array(z.object({ name: z.string(), on: z.string(), reason: KeptReason })),
    }),
  }),
  clear: endpoint('POST /api/rosters/clear', {
    needs: 'canAssignStore',
    summary: '清空一周的班次和休息，请假保留',
    input: z.strictObject(whose),
    output: z.object({ changed: z.int() }),
  }),
}
