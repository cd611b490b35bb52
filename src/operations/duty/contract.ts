import * as z from 'zod'
import { Duty } from '#clients/stores/assignments/contract.ts'
import { Platform, Shift } from '#clients/stores/contract.ts'
import { Day, endpoint, Id, Keyword } from '#kit/contract.ts'
import { SentenceText } from '#kit/sentenceText.ts'

/** 无人, 缺 n, 足, 多 n. */
export const CoverageState = z.enum(['none', 'short', 'enough', 'over'])
export type CoverageState = z.output<typeof CoverageState>

/** A person on duty at a store and shift. */
const CoveringPerson = z.object({
  staffId: z.int(),
  duty: Duty,
  /** The shift of the assignment, which differs if the roster has another one. */
  assigned: z.string(),
  /** The person whose place a stand-in takes; null otherwise. */
  insteadOf: z.int().nullable(),
})

const CoverageCell = z.object({
  on: z.string(),
  shift: z.string(),
  need: z.int(),
  state: CoverageState,
  people: z.array(CoveringPerson),
})

/** A store as a row of the week. */
export const StoreWeek = z.object({
  id: z.int(),
  name: z.string(),
  platform: Platform,
  /** The days of the week on which the store owes figures; the others have no cells. */
  runs: z.array(z.string()),
  cells: z.array(CoverageCell),
})
export type StoreWeek = z.output<typeof StoreWeek>

/** A day of a person. */
const PersonDay = z.object({
  on: z.string(),
  /** Whether the roster plans the week; if not, the assignments say when the person works. */
  planned: z.boolean(),
  leave: z.object({ morning: z.boolean(), afternoon: z.boolean() }),
  rests: z.boolean(),
  shifts: z.array(z.string()),
  /** The shifts for which a work log is owed. */
  owed: z.array(z.string()),
  /** The stores covered; a shift without one is 机动. */
  posts: z.array(
    z.object({
      storeId: z.int(),
      shift: z.string(),
      duty: Duty,
      assigned: z.string(),
      insteadOf: z.int().nullable(),
    }),
  ),
})

/** A person as a row of the week. Days on which the person is not with the company are absent. */
export const PersonWeek = z.object({
  id: z.int(),
  name: z.string(),
  headName: z.string().nullable(),
  days: z.array(PersonDay),
  /** Hours of the shifts on duty, and Σ 班次, by the rows of the shifts. */
  hours: z.number(),
  shiftCount: z.number(),
})
export type PersonWeek = z.output<typeof PersonWeek>

const Named = z.object({ id: z.int(), name: z.string() })

const LogStatus = z.enum(['draft', 'submitted', 'approved', 'returned'])

/** A person who could stand in, and why. */
export const Candidate = z.object({
  staffId: z.int(),
  name: z.string(),
  /**
   * Of the days: on how many the person is not available (a leave, or at this store already), already works this shift,
   * works only other shifts, and has a rest.
   */
  awayDays: z.int(),
  busyDays: z.int(),
  otherDays: z.int(),
  restDays: z.int(),
  /** The stores that the person covers in this shift on those days at the most, and their mean daily volume. */
  stores: z.int(),
  dailyVolume: z.int().nullable(),
  /** How often the person has stood in at this store, and whether the person was ever assigned to it. */
  stoodIn: z.int(),
  knowsStore: z.boolean(),
})
export type Candidate = z.output<typeof Candidate>

/** Why an assigned person is not there; `away`: disabled, not yet or no longer with the company. */
export const AbsenceReason = z.enum(['leave', 'rest', 'otherShift', 'away'])
export type AbsenceReason = z.output<typeof AbsenceReason>

const Absence = z.object({
  staffId: z.int(),
  name: z.string(),
  why: AbsenceReason,
  /** The leave, unless a head entered it in the roster. */
  leaveId: z.int().nullable(),
})
export type Absence = z.output<typeof Absence>

/** A store's shift with too few people, on one or several days in a row. */
export const Gap = z.object({
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  shift: z.string(),
  days: z.array(z.string()).min(1),
  need: z.int(),
  people: z.int(),
  /** Mean daily volume of the store; null without figures. */
  dailyVolume: z.int().nullable(),
  /** Who is assigned to the shift and does not work in it. */
  absent: z.array(Absence),
  /** The person to accept; null if nobody can come without a second shift or a day of rest. */
  proposed: Candidate.nullable(),
  /** The best first; also those who would come in addition. */
  candidates: z.array(Candidate),
})
export type Gap = z.output<typeof Gap>

export const ContradictionKind = z.enum(['otherShift', 'leaveLog', 'otherLog', 'assignedAway', 'noStore'])

export const Contradiction = z.object({
  kind: ContradictionKind,
  on: z.string(),
  staffId: z.int(),
  staffName: z.string(),
  storeId: z.int().nullable(),
  storeName: z.string().nullable(),
  /** The shift of the roster, the log or the assignment. */
  shift: z.string(),
  /** The other shift: of the assignment (`otherShift`), or that of duty (`otherLog`). */
  other: z.string().nullable(),
})
export type Contradiction = z.output<typeof Contradiction>

const Heads = z.int().min(0).max(99).meta({ title: '人数' })

/** A need of a shift: of a day, else of a weekday (1 Monday to 7 Sunday), else of every day. */
export const Need = z.strictObject({
  shift: Shift,
  weekday: z.int().min(1).max(7).nullable().meta({ title: '星期' }),
  on: Day.nullable().meta({ title: '日期' }),
  heads: Heads,
})
export type Need = z.output<typeof Need>

const Needs = z.array(Need).max(200)

const weekInput = {
  /** Any day of the week. */
  from: Day.meta({ title: '周' }),
  /** The head of a team; defaults to everything within the actor's reach. */
  headId: Id.optional(),
  keyword: Keyword,
}

export const duty = {
  stores: endpoint('GET /api/duty/stores', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '一周按店铺：每天每个班次谁在、缺不缺人，最多 200 家店铺',
    input: z.strictObject({ ...weekInput, storeId: Id.optional() }),
    output: z.object({
      monday: z.string(),
      stores: z.array(StoreWeek),
      /** Number of stores in total; the response contains 200 at most. */
      storeTotal: z.int(),
      /** The people of the cells. */
      people: z.array(Named),
    }),
  }),
  people: endpoint('GET /api/duty/people', {
    needs: 'canReportWorklog',
    isHeavy: true,
    summary: '一周按人：每天的班次、店铺、休息和请假，最多 200 人；客服看自己',
    input: z.strictObject({ ...weekInput, staffId: Id.optional() }),
    output: z.object({
      monday: z.string(),
      people: z.array(PersonWeek),
      /** Number of people in total; the response contains 200 at most. */
      personTotal: z.int(),
      /** The stores of the posts. */
      stores: z.array(Named),
    }),
  }),
  attention: endpoint('GET /api/duty/attention', {
    needs: 'canReviewWorklog',
    isHeavy: true,
    summary: '要处理的：今后 14 天没人或缺人的店铺和替班建议，前 7 天到后 14 天互相矛盾的地方，待审批的请假',
    input: z.strictObject({ headId: Id.optional() }),
    output: z.object({
      today: z.string(),
      to: z.string(),
      /** This week: how many shifts need somebody, how many have enough people, and how many have nobody. */
      week: z.object({ from: z.string(), to: z.string(), posts: z.int(), covered: z.int(), empty: z.int() }),
      /** The shifts of today in which nobody works, the next first; `over`: it has ended. */
      emptyToday: z.array(
        z.object({ storeId: z.int(), storeName: z.string(), shift: z.string(), over: z.boolean() }),
      ),
      /** How many shifts need somebody from today on. */
      posts: z.int(),
      /** Shifts from today on that a leave leaves without enough people. */
      unreplaced: z.int(),
      /** 无人 and 缺 n by day and shift, without shifts that have ended; 200 at most. */
      gaps: z.array(Gap),
      gapTotal: z.int(),
      /** 200 at most. */
      contradictions: z.array(Contradiction),
      contradictionTotal: z.int(),
      /** Leaves that wait for the actor's decision. */
      leaveRequests: z.int(),
    }),
  }),
  today: endpoint('GET /api/duty/today', {
    needs: 'canReviewWorklog',
    isHeavy: true,
    summary: '今天谁在：每人的班次、店铺、近 7 天日均和日志，最多 200 人',
    input: z.strictObject({ headId: Id.optional() }),
    output: z.object({
      today: z.string(),
      people: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          shifts: z.array(z.string()),
          stores: z.array(Named),
          /** Σ of the means of the stores over the last 7 days; null without figures. */
          dailyVolume: z.int().nullable(),
          /** The owed logs; `status` null if it is not begun, `due`: the shift has ended. */
          logs: z.array(z.object({ shift: z.string(), status: LogStatus.nullable(), due: z.boolean() })),
        }),
      ),
      /** Those who rest, and those on leave for the whole day. */
      resting: z.array(Named),
      onLeave: z.array(Named),
    }),
  }),
  accept: endpoint('POST /api/duty/accept', {
    needs: 'canAssignStore',
    summary: '接受替班建议：每条写一段替班；不能写的一条不影响其他，逐条说明原因',
    input: z.strictObject({
      standIns: z
        .array(
          z.strictObject({
            storeId: Id.meta({ title: '店铺' }),
            shift: Shift,
            fromOn: Day.meta({ title: '开始日期' }),
            toOn: Day.meta({ title: '结束日期' }),
            staffId: Id.meta({ title: '替班的人' }),
            /** The absent person; null if nobody is assigned. */
            insteadOf: Id.nullable().meta({ title: '替谁' }),
          }),
        )
        .min(1)
        .max(200)
        .meta({ title: '替班' }),
    }),
    // Each stand-in gets its own audit line; if all are refused, nothing changed.
    audited: false,
    output: z.object({
      results: z.array(
        z.object({
          storeId: z.int(),
          shift: z.string(),
          fromOn: z.string(),
          /** Why it was refused; null if it was accepted. */
          problem: SentenceText.nullable(),
        }),
      ),
    }),
  }),
  needs: endpoint('GET /api/duty/needs', {
    needs: 'canReviewWorklog',
    summary: '一家店铺每个班次要几个人',
    input: z.strictObject({ storeId: Id }),
    output: z.object({ storeId: z.int(), shifts: z.array(z.string()), needs: z.array(Need) }),
  }),
  setNeeds: endpoint('POST /api/duty/needs', {
    needs: 'canReviewWorklog',
    summary: '改一家店铺每个班次要几个人，可以按星期或某一天；seen 是填写的人看到的原样',
    input: z.strictObject({ storeId: Id, needs: Needs.meta({ title: '人数' }), seen: Needs }),
    output: z.object({ storeId: z.int(), shifts: z.array(z.string()), needs: z.array(Need) }),
  }),
}
