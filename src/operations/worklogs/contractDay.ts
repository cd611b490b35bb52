import * as z from 'zod'
import { Shift } from '#clients/stores/contract.ts'
import { Day, endpoint, Id } from '#kit/contract.ts'
import { LineFigures, WorklogLine, WorklogPage, WorklogStatus } from './contract.ts'

/**
 * How a day stands for an agent: of several logs the most urgent; rostered and not written is `missing` once the day is
 * over, `due` until then; `off` is not rostered.
 */
export const DayState = z.enum(['draft', 'submitted', 'approved', 'returned', 'missing', 'due', 'off'])

export type DayState = z.output<typeof DayState>

/** A note from the shift before. */
export const HandoverNote = z.object({
  worklogId: z.int(),
  fromName: z.string(),
  /** The day and the shift of which it tells. */
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
  /** What was keyed. */
  lines: z.array(z.object({ storeId: z.int(), nick: z.string().nullable(), ...LineFigures.shape })),
})

/** Everything that the entry screen of one agent, day and shift needs. */
export const WorklogDay = z.object({
  on: z.string(),
  today: z.string(),
  /** The first day that can still be written. */
  earliest: z.string(),
  shift: Shift,
  /** The shifts of that day: rostered, or with a log. */
  shifts: z.array(z.object({ shift: Shift, rostered: z.boolean(), worklogId: z.int().nullable() })),
  /** False for whom writes no logs (an admin). */
  writes: z.boolean(),
  /** Whether a log of that day and shift may be begun or changed now. */
  mayEdit: z.boolean(),
  /** The log of that day and shift; null before it is begun. */
  worklog: WorklogPage.nullable(),
  /** Of the log; before it is begun those that it would have. */
  lines: z.array(WorklogLine),
  previous: Previous.nullable(),
  /** The last eight days, oldest first, that day among them where it is one of them. */
  days: z.array(z.object({ on: z.string(), state: DayState, shifts: z.array(Shift) })),
  /** The own returned logs of any age, newest first. */
  returned: z.array(
    z.object({
      ...{ id: z.int(), on: z.string(), shift: Shift },
      ...{ note: z.string(), reviewerName: z.string() },
    }),
  ),
  /** Notes handed to this agent for that day. */
  handovers: z.array(HandoverNote),
  /** Who reviews: the head of the team; null where an admin does. */
  reviewerName: z.string().nullable(),
  /** Who gets the handover note: the next shift of the log's stores; null where there is none within a day. */
  next: z.object({ on: z.string(), shift: Shift, names: z.array(z.string()) }).nullable(),
})

export type WorklogDay = z.output<typeof WorklogDay>

export const worklogDays = {
  day: endpoint('GET /api/worklogs/day', {
    needs: 'canReportWorklog',
    summary: '填写一天日志所需的一切：预填的数据、前一份、近 8 天、交接',
    input: z.strictObject({
      /** Absent: today. */
      on: Day.optional().meta({ title: '日期' }),
      /** Absent: that of a log that waits, else the first rostered one. */
      shift: Shift.optional(),
    }),
    output: WorklogDay,
  }),
  readHandover: endpoint('POST /api/worklogs/:id/handover/read', {
    needs: 'canReportWorklog',
    summary: '标为已读：交给自己的交接',
    // Only the receipt of whoever reads.
    audited: false,
    input: z.strictObject({ id: Id }),
    output: HandoverNote,
  }),
}

/** One cell of 谁没交: a day of an agent on which something was expected or written. */
const CalendarDay = z.object({
  on: z.string(),
  state: DayState,
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
      /** Days with a rostered shift before today, and the days before today that are not handed in (missing, draft, returned). */
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
    summary: '提醒没交日志的人：近 7 天里缺的日子；每人每小时最多一次',
    // Each person reminded leaves a line; where nobody could be, nothing was changed.
    audited: false,
    input: z.strictObject({ staffIds: z.array(Id).min(1).max(200).meta({ title: '客服' }) }),
    output: z.object({
      results: z.array(
        z.object({
          ...{ staffId: z.int(), name: z.string().nullable() },
          days: z.array(z.string()),
          /** Why not; null where the person was reminded. */
          problem: z.string().nullable(),
        }),
      ),
    }),
  }),
}
