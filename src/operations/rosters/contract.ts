import * as z from 'zod'
import { Shift } from '#clients/stores/contract.ts'
import { Day, endpoint, Id, Keyword } from '#kit/contract.ts'
import { SpecialDay } from '#operations/calendar-days/contract.ts'
import { MAX_SHIFTS, ShiftCode } from '#people/shifts/code/contract.ts'

/** An entry of a roster day: the code of a shift, or `rest` or `leave`, which no shift has as its code. */
export const RosterEntry = ShiftCode
export type RosterEntry = z.output<typeof RosterEntry>

const Entries = z.array(RosterEntry).max(MAX_SHIFTS).meta({ title: '班次' })

/** A person's day; nothing is planned if `entries` is empty. */
export const RosterCell = z.object({ staffId: z.int(), on: z.string(), entries: z.array(RosterEntry) })
export type RosterCell = z.output<typeof RosterCell>

/** A person with a row in the roster. */
export const RosterAgent = z.object({
  id: z.int(),
  name: z.string(),
  companyCode: z.string(),
  /** Name of the team's head; null for a head. */
  headName: z.string().nullable(),
  hiredOn: z.string().nullable(),
  /** The last day with the company; null if unknown. */
  leftOn: z.string().nullable(),
})
export type RosterAgent = z.output<typeof RosterAgent>

/** Why a copy did not change a day. */
export const UnchangedReason = z.enum(['leave', 'leaveBefore', 'standing', 'gone', 'notYet', 'ended'])
export type UnchangedReason = z.output<typeof UnchangedReason>

/** The week, and whose rosters: one team's, or all within the actor's reach. */
const weekInput = {
  /** Any day of the week. */
  from: Day.meta({ title: '周' }),
  /** The head of a team; defaults to everyone within the actor's reach. */
  headId: Id.optional(),
}

export const rosters = {
  week: endpoint('GET /api/rosters', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '一周的排班，最多 200 人：组长看本组，客服看自己',
    input: z.strictObject({ ...weekInput, keyword: Keyword }),
    output: z.object({
      monday: z.string(),
      agents: z.array(RosterAgent),
      /** Number of people in total; the response contains 200 at most. */
      agentTotal: z.int(),
      /** The planned days, including the Sunday before the week, so that short rests can be detected. */
      cells: z.array(RosterCell),
      /** For people without a plan in the week: the shifts expected from the store assignments. */
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
      ...weekInput,
      source: z.enum(['lastWeek', 'assignments']),
      replace: z.boolean().default(false),
    }),
    output: z.object({
      changed: z.int(),
      /** The days that were not changed, and why; 200 at most. */
      kept: z.array(z.object({ name: z.string(), on: z.string(), reason: UnchangedReason })),
    }),
  }),
  clear: endpoint('POST /api/rosters/clear', {
    needs: 'canAssignStore',
    summary: '清空一周的班次和休息，请假保留',
    input: z.strictObject(weekInput),
    output: z.object({ changed: z.int() }),
  }),
}
