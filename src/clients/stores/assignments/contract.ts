import * as z from 'zod'
import { Platform, Shift, StoreStatus } from '#clients/stores/contract.ts'
import { Day, endpoint, Id, Keyword, many, page, paged, Version } from '#kit/contract.ts'

export const Duty = z.enum(['main', 'second', 'substitute']).meta({ title: '职责' })

export const AssignmentInput = z.strictObject({
  storeId: Id.meta({ title: '店铺' }),
  staffId: Id.meta({ title: '客服' }),
  duty: Duty.default('main'),
  shift: Shift.default('morning'),
  fromOn: Day.meta({ title: '开始日期' }),
  /** Null or absent: no end. */
  toOn: Day.nullable().optional().meta({ title: '结束日期' }),
  /** Percentage of the store's salary; defaults to 100, for a substitute to 0. */
  sharePercent: z.int().min(0).max(100).optional().meta({ title: '占比' }),
  /**
   * The person whose place a substitute takes at this store and shift until `toOn`: on duty whatever the roster says,
   * while the other person is not. For an agent who hands over an own shift always the agent.
   */
  insteadOf: Id.nullable().optional().meta({ title: '替谁' }),
})

export type AssignmentInput = z.output<typeof AssignmentInput>

/** The assignment of an agent to a shift of a store; both days are inclusive. */
export const Assignment = z.object({
  id: z.int(),
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  staffId: z.int(),
  staffName: z.string(),
  duty: Duty,
  shift: Shift,
  fromOn: z.string(),
  toOn: z.string().nullable(),
  sharePercent: z.int(),
  /** The person whose place a stand-in takes; null for every other assignment. */
  insteadOf: z.int().nullable(),
  insteadOfName: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
})

export type Assignment = z.output<typeof Assignment>

/** A store as a row of the board. */
export const BoardStore = z.object({
  id: z.int(),
  name: z.string(),
  platform: Platform,
  status: StoreStatus,
  companyCode: z.string(),
  shifts: z.array(Shift),
})

/** The workload of an agent today. */
export const Load = z.object({
  /** The number of stores on trial or in service that the agent is assigned to today. */
  stores: z.int(),
  /**
   * The mean daily volume of those stores, weighted by share, over the days with figures among the last 7; null without
   * figures.
   */
  dailyVolume: z.int().nullable(),
})

/** An agent who can be assigned. The current load is absent if the user may not see it. */
export const BoardAgent = z.object({
  id: z.int(),
  name: z.string(),
  companyCode: z.string(),
  /** The head of the team; null for a head. */
  headName: z.string().nullable(),
  load: Load.optional(),
})

export type BoardStore = z.output<typeof BoardStore>
export type BoardAgent = z.output<typeof BoardAgent>

export const storeAssignments = {
  list: endpoint('GET /api/store-assignments', {
    needs: 'canReadStore',
    summary: '排班分配：按店铺、客服或某一天；最新开始的在前',
    input: page({ storeId: many(Id), staffId: many(Id), on: Day.optional().meta({ title: '日期' }) }, [
      'fromOn',
      'id',
    ]),
    output: paged(Assignment),
  }),
  create: endpoint('POST /api/store-assignments', {
    needs: 'canAssignStore',
    summary: '分配客服到店铺；组员只能把自己的班次交给同组的人替班',
    input: AssignmentInput,
    output: Assignment,
  }),
  change: endpoint('POST /api/store-assignments/:id/change', {
    needs: 'canAssignStore',
    summary: '从某天起换人、换班次、换职责或换占比；之前的保持原样',
    input: z.strictObject({
      id: Id,
      version: Version,
      fromOn: Day.meta({ title: '开始日期' }),
      staffId: Id.optional().meta({ title: '客服' }),
      duty: Duty.optional(),
      shift: Shift.optional(),
      sharePercent: z.int().min(0).max(100).optional().meta({ title: '占比' }),
    }),
    output: Assignment,
  }),
  board: endpoint('GET /api/store-assignments/board', {
    needs: 'canAssignStore',
    isHeavy: true,
    summary: '排班：从 from 起 7 天的店铺、客服和分配，最多 200 家店铺',
    input: z.strictObject({
      from: Day.meta({ title: '开始日期' }),
      /** Limits the board to the team of a head. If absent, everything within reach. */
      headId: Id.optional(),
      keyword: Keyword,
    }),
    output: z.object({
      stores: z.array(BoardStore),
      /** The total number; the response contains at most 200 stores. */
      storeTotal: z.int(),
      agents: z.array(BoardAgent),
      assignments: z.array(Assignment),
    }),
  }),
  loads: endpoint('GET /api/store-assignments/loads', {
    needs: 'canAssignStore',
    summary: '客服今天各有几家店铺、日均咨询量多少，最多 200 人；组员没有',
    input: z.strictObject({ headId: Id.optional() }),
    output: z.array(Load.extend({ staffId: z.int() })),
  }),
  end: endpoint('POST /api/store-assignments/:id/end', {
    needs: 'canAssignStore',
    summary: '结束一条分配；toOn 是最后一天',
    input: z.strictObject({ id: Id, version: Version, toOn: Day.meta({ title: '结束日期' }) }),
    output: Assignment,
  }),
}
