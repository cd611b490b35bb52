import * as z from 'zod'
import { Platform, Shift } from '#features/stores/contract.ts'
import { Day, endpoint, Id, many, page, paged, Version } from '#kit/contract.ts'

export const Duty = z.enum(['main', 'second', 'substitute']).meta({ title: '职责' })

export const AssignmentInput = z.strictObject({
  storeId: Id.meta({ title: '店铺' }),
  staffId: Id.meta({ title: '客服' }),
  duty: Duty.default('main'),
  shift: Shift.default('morning'),
  fromOn: Day.meta({ title: '开始日期' }),
  /** Null or absent: until it is ended. */
  toOn: Day.nullable().optional().meta({ title: '结束日期' }),
  /** The part of the store's salary; absent: 100, for a substitute 0. */
  sharePercent: z.int().min(0).max(100).optional().meta({ title: '占比' }),
})

export type AssignmentInput = z.output<typeof AssignmentInput>

/** Who serves a store, in which shift, from when to when (both days included). */
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
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
})

export type Assignment = z.output<typeof Assignment>

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
  end: endpoint('POST /api/store-assignments/:id/end', {
    needs: 'canAssignStore',
    summary: '结束一条分配；toOn 是最后一天',
    input: z.strictObject({ id: Id, version: Version, toOn: Day.meta({ title: '结束日期' }) }),
    output: Assignment,
  }),
}
