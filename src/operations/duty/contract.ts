import * as z from 'zod'
import { Duty } from '#clients/stores/assignments/contract.ts'
import { Platform, Shift } from '#clients/stores/contract.ts'
import { Day, endpoint, Id, Keyword } from '#kit/contract.ts'

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

export const Gap = z.object({
  on: z.string(),
  shift: z.string(),
  storeId: z.int(),
  storeName: z.string(),
  need: z.int(),
  people: z.int(),
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
    input: z.strictObject(weekInput),
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
    input: z.strictObject(weekInput),
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
    summary: '要处理的：今后 14 天没人或缺人的店铺，前 7 天到后 14 天互相矛盾的地方，待审批的请假',
    input: z.strictObject({ headId: Id.optional() }),
    output: z.object({
      today: z.string(),
      to: z.string(),
      /** 无人 and 缺 n by day; 200 at most. */
      gaps: z.array(Gap),
      gapTotal: z.int(),
      /** How many of the gaps have nobody at all. */
      emptyTotal: z.int(),
      /** 200 at most. */
      contradictions: z.array(Contradiction),
      contradictionTotal: z.int(),
      /** Leaves that wait for the actor's decision. */
      leaveRequests: z.int(),
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
