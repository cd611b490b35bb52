import * as z from 'zod'
import { Shift } from '#clients/stores/contract.ts'
import { Day, endpoint, Id } from '#kit/contract.ts'
import { SentenceText } from '#kit/sentenceText.ts'
import { LineFigures, WorklogLine, WorklogPage, WorklogStatus } from './contract.ts'

/**
 * State of an agent's day; of several logs, the most urgent state. A rostered shift without a log is `due`, or
 * `missing` once the day is over; `off` is a day without a rostered shift.
 */
export const DayState = z.enum(['draft', 'submitted', 'approved', 'returned', 'missing', 'due', 'off'])

export type DayState = z.output<typeof DayState>

/** Why no shift is rostered on a day: rest, leave, or neither a roster nor an assigned store. */
export const DayOff = z.enum(['rest', 'leave', 'unplanned'])

export type DayOff = z.output<typeof DayOff>

/** Start and end of a shift as HH:mm, and its hours. */
const ShiftTimes = z.object({ from: z.string(), to: z.string(), hours: z.number() })

export type ShiftTimes = z.output<typeof ShiftTimes>

/** A handover note from an earlier shift. */
export const HandoverNote = z.object({
  worklogId: z.int(),
  fromName: z.string(),
  /** The day and the shift that the note is about. */
  on: z.string(),
  shift: Shift,
  storeNames: z.array(z.string()),
  text: z.string(),
  readAt: z.iso.datetime().nullable(),
})

export type HandoverNote = z.output<typeof HandoverNote>

/** The agent's log before this day, for 复制昨天. */
const Previous = z.object({
  id: z.int(),
  on: z.string(),
  shift: Shift,
  hours: z.number().nullable(),
  summary: z.string().nullable(),
  problems: z.string().nullable(),
  suggestions: z.string().nullable(),
  handover: z.string().nullable(),
  /** The keyed figures. */
  lines: z.array(z.object({ storeId: z.int(), nick: z.string().nullable(), ...LineFigures.shape })),
})

/** Everything that the entry screen needs for an agent, a day and a shift. */
export const WorklogDay = z.object({
  on: z.string(),
  today: z.string(),
  /** The first day for which a log can still be written. */
  earliest: z.string(),
  shift: Shift,
  /** The shifts of that day that are rostered or have a log. */
  shifts: z.array(z.object({ shift: Shift, rostered: z.boolean(), worklogId: z.int().nullable() })),
  /** Why no log is owed that day; null if a shift is rostered. */
  off: DayOff.nullable(),
  times: ShiftTimes,
  /** False for users who write no logs (admins). */
  writes: z.boolean(),
  /** Whether the log of that day and shift may be created or changed now. */
  mayEdit: z.boolean(),
  /** The log of that day and shift; null if there is none yet. */
  worklog: WorklogPage.nullable(),
  /** The lines of the log, or the lines that a new log would have. */
  lines: z.array(WorklogLine),
  previous: Previous.nullable(),
  /** The last eight days, oldest first; `on` may be an earlier day. */
  days: z.array(z.object({ on: z.string(), state: DayState, shifts: z.array(Shift) })),
  /** The user's returned logs of any age, newest first. */
  returned: z.array(
    z.object({
      id: z.int(),
      on: z.string(),
      shift: Shift,
      note: z.string(),
      reviewerName: z.string(),
    }),
  ),
  /** Notes handed to this agent for that day. */
  handovers: z.array(HandoverNote),
  /** Name of the reviewer, the head of the team; null if an admin reviews. */
  reviewerName: z.string().nullable(),
  /** The recipients of the handover note: the next shift of the log's stores; null if there is none within a day. */
  next: z.object({ on: z.string(), shift: Shift, names: z.array(z.string()) }).nullable(),
})

export type WorklogDay = z.output<typeof WorklogDay>

export const worklogDays = {
  day: endpoint('GET /api/worklogs/day', {
    needs: 'canReportWorklog',
    summary: '填写一天日志所需的一切：预填的数据、前一份、近 8 天、交接',
    input: z.strictObject({
      /** Defaults to today. */
      on: Day.optional().meta({ title: '日期' }),
      /** Defaults to the shift of a draft or returned log, else of any log, else the first rostered one. */
      shift: Shift.optional(),
    }),
    output: WorklogDay,
  }),
  readHandover: endpoint('POST /api/worklogs/:id/handover/read', {
    needs: 'canReportWorklog',
    summary: '标为已读：交给自己的交接',
    // Changes only the read receipt of the reader.
    audited: false,
    input: z.strictObject({ id: Id }),
    output: HandoverNote,
  }),
}

/** A cell of 谁没交: a day on which an agent had a rostered shift or a log. */
const CalendarDay = z.object({
  on: z.string(),
  state: DayState,
  /** Whether the day's log is not submitted (missing, draft, returned), but can still be. */
  canStillSubmit: z.boolean(),
  logs: z.array(z.object({ id: z.int(), shift: Shift, status: WorklogStatus })),
})

export const WorklogCalendar = z.object({
  month: z.string(),
  today: z.string(),
  days: z.array(z.string()),
  agents: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      headName: z.string().nullable(),
      companyCode: z.string(),
      days: z.array(CalendarDay),
      /** Past days with a rostered shift, and past days whose log is not submitted but can still be. */
      expected: z.int(),
      open: z.int(),
      remindedAt: z.iso.datetime().nullable(),
    }),
  ),
})

export type WorklogCalendar = z.output<typeof WorklogCalendar>

export const worklogCalendar = {
  calendar: endpoint('GET /api/worklogs/calendar', {
    needs: 'canReviewWorklog',
    isHeavy: true,
    summary: '谁没交：一个月里每位客服每天的日志',
    input: z.strictObject({
      month: z
        .string()
        .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
        .optional()
        .meta({ title: '月份' }),
      headId: Id.optional().meta({ title: '组长' }),
    }),
    output: WorklogCalendar,
  }),
  remind: endpoint('POST /api/worklogs/remind', {
    needs: 'canReviewWorklog',
    budget: 'question',
    summary: '提醒没交日志的人：近 7 天里缺的日子；每人每小时最多一次',
    // Each reminder writes an audit line. If there is none, nothing changes.
    audited: false,
    input: z.strictObject({ staffIds: z.array(Id).min(1).max(200).meta({ title: '客服' }) }),
    output: z.object({
      results: z.array(
        z.object({
          staffId: z.int(),
          name: z.string().nullable(),
          days: z.array(z.string()),
          /** Why it was refused; null if the person was reminded. */
          problem: SentenceText.nullable(),
        }),
      ),
    }),
  }),
}
