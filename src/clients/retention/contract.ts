import * as z from 'zod'
import { ChurnReason, ChurnStatus, ChurnSubject, RetentionOutcome } from '#clients/churn-records/contract.ts'
import { CustomerStatus } from '#clients/customers/contract.ts'
import { Platform, StoreStatus } from '#clients/stores/contract.ts'
import { Consequences } from '#kit/consequences.ts'
import { Day, endpoint, Id, Keyword, many, page, paged, Version } from '#kit/contract.ts'
import { line, optionalLine } from '#kit/fields.ts'

const Note = optionalLine('情况说明', 500)
const HandlerId = Id.meta({ title: '跟进人' })
const LastDay = Day.meta({ title: '最后服务日' })

/** The fields of a record that is not confirmed. */
const openRecordFields = {
  detectedOn: Day.meta({ title: '发现日期' }),
  stopOn: Day.nullable().optional().meta({ title: '预计停止日期' }),
  reason: ChurnReason.nullable().optional(),
  note: Note.optional(),
  /** Defaults to the owner of the customer. */
  handlerId: HandlerId.optional(),
}

const step = { id: Id, version: Version }

/** The churn record of a customer or a store. Fees are absent for users from whom they are hidden. */
export const ChurnRecord = z.object({
  id: z.int(),
  companyCode: z.string(),
  subject: ChurnSubject,
  customerId: z.int(),
  customerName: z.string(),
  /** Whether the reader may open the customer's page. `storeReadable` is the same for the store. */
  customerReadable: z.boolean(),
  storeId: z.int().nullable(),
  storeName: z.string().nullable(),
  storeReadable: z.boolean(),
  platform: Platform.nullable(),
  status: ChurnStatus,
  detectedOn: z.string(),
  stopOn: z.string().nullable(),
  confirmedOn: z.string().nullable(),
  /** Lost before the company began to use Houtai, and imported. */
  takenOver: z.boolean(),
  wonBackOn: z.string().nullable(),
  cancelledOn: z.string().nullable(),
  reason: ChurnReason.nullable(),
  note: z.string().nullable(),
  closingNote: z.string().nullable(),
  handlerId: z.int(),
  handlerName: z.string(),
  /** From the snapshot if there is one, otherwise current. */
  ownerId: z.int(),
  ownerName: z.string(),
  leaderName: z.string().nullable(),
  tenureDays: z.int().nullable(),
  monthlyFeeCents: z.int().nullable().optional(),
  /** Amount owed when the loss was confirmed. */
  unpaidCents: z.int().nullable().optional(),
  measureCount: z.int(),
  createdByName: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  updatedByName: z.string().nullable(),
  version: z.int(),
})

export type ChurnRecord = z.output<typeof ChurnRecord>

/** A retention action: something done to keep or win back the merchant. */
export const RetentionAction = z.object({
  id: z.int(),
  onDay: z.string(),
  what: z.string(),
  staffId: z.int(),
  staffName: z.string(),
  outcome: RetentionOutcome,
  result: z.string().nullable(),
})

export type RetentionAction = z.output<typeof RetentionAction>

const Named = z.object({ id: z.int(), name: z.string() })

/**
 * The snapshot taken when the loss was confirmed; null means unknown. Amounts are absent if fees are hidden from the
 * user.
 */
export const Snapshot = z.object({
  takenAt: z.iso.datetime(),
  monthlyFeeCents: z.int().nullable().optional(),
  revenueCents: z.int().nullable().optional(),
  unpaidCents: z.int().nullable().optional(),
  refundCents: z.int().nullable().optional(),
  tenureDays: z.int(),
  ownerName: z.string(),
  leaderName: z.string().nullable(),
  agents: z.array(Named),
  stores: z.array(Named),
})

export type Snapshot = z.output<typeof Snapshot>

export const ChurnPage = ChurnRecord.extend({
  snapshot: Snapshot.nullable(),
  measures: z.array(RetentionAction),
  /** The stores of the record with their current status; for a customer, all of its stores within reach. */
  stores: z.array(Named.extend({ status: StoreStatus, stoppedOn: z.string().nullable() })),
  customerStatus: CustomerStatus,
  /** The number of the customer's stores that are not stopped. If it is 0, the customer may be lost too. */
  liveStoreCount: z.int(),
})

export type ChurnPage = z.output<typeof ChurnPage>

/** The filters that list and overview share. `from` and `to` are days of detection. */
export const filters = {
  subject: ChurnSubject.optional(),
  keyword: Keyword,
  reason: many(ChurnReason),
  ownerId: many(Id),
  leaderId: many(Id),
  handlerId: many(Id),
  customerId: many(Id),
  storeId: many(Id),
  from: Day.optional().meta({ title: '发现日期' }),
  to: Day.optional().meta({ title: '发现日期' }),
  companyCode: many(z.string().regex(/^\d{3}$/)),
}

const actionFields = {
  onDay: Day.meta({ title: '日期' }),
  what: line('措施', 200),
  /** Defaults to the actor. */
  staffId: Id.optional().meta({ title: '执行人' }),
  outcome: RetentionOutcome.default('open'),
  result: optionalLine('结果', 200).optional(),
}

const winBackFields = {
  ...step,
  wonBackOn: Day.meta({ title: '召回日期' }),
  note: optionalLine('召回说明', 500).optional(),
  /** For a customer: the stores whose service resumes with it. */
  storeIds: z.array(Id).max(200).optional().meta({ title: '恢复服务的店铺' }),
  contractStartOn: Day.nullable().optional().meta({ title: '合同开始日期' }),
  contractEndOn: Day.nullable().optional().meta({ title: '合同结束日期' }),
}

export const churnRecords = {
  list: endpoint('GET /api/churn-records', {
    needs: 'canReadCustomer',
    summary: '流失记录；月费不给角色 2',
    input: page({ ...filters, status: many(ChurnStatus) }, ['id', 'detectedOn', 'stopOn', 'confirmedOn']),
    output: paged(ChurnRecord).extend({ statusCounts: z.record(z.string(), z.int()) }),
  }),
  get: endpoint('GET /api/churn-records/:id', {
    needs: 'canReadCustomer',
    summary: '一条流失记录：快照、挽留措施、涉及的店铺',
    input: z.strictObject({ id: Id }),
    output: ChurnPage,
  }),
  create: endpoint('POST /api/churn-records', {
    needs: 'canUpdateCustomer',
    summary: '登记客户或店铺的流失风险（挽留中）；customerId 和 storeId 二选一',
    input: z.strictObject({
      customerId: Id.optional().meta({ title: '客户' }),
      storeId: Id.optional().meta({ title: '店铺' }),
      ...openRecordFields,
    }),
    output: ChurnPage,
  }),
  update: endpoint('PATCH /api/churn-records/:id', {
    needs: 'canUpdateCustomer',
    summary: '修改挽留中的流失记录',
    input: z.strictObject({ ...step, ...z.object(openRecordFields).partial().shape }),
    output: ChurnPage,
  }),
  addMeasure: endpoint('POST /api/churn-records/:id/measures', {
    needs: 'canUpdateCustomer',
    summary: '记一条挽留或召回措施',
    input: z.strictObject({ id: Id, ...actionFields }),
    output: ChurnPage,
  }),
  updateMeasure: endpoint('PATCH /api/churn-records/:id/measures/:measureId', {
    needs: 'canUpdateCustomer',
    summary: '补充措施的效果和结果',
    input: z.strictObject({ id: Id, measureId: Id, outcome: RetentionOutcome, result: actionFields.result }),
    output: ChurnPage,
  }),
  confirm: endpoint('POST /api/churn-records/:id/confirm', {
    needs: 'canUpdateCustomer',
    summary: '确认流失：留存快照；客户转为已流失，仍在服务的店铺一并停止',
    input: z.strictObject({ ...step, stopOn: LastDay, reason: ChurnReason, note: Note.optional() }),
    output: ChurnPage,
  }),
  confirmConsequences: endpoint('GET /api/churn-records/:id/confirm/consequences', {
    needs: 'canUpdateCustomer',
    budget: 'preview',
    summary: '确认流失之前看后果：停止的店铺、结束的分配、当月费用建议、未收的账款',
    input: z.strictObject({ id: Id, stopOn: Day }),
    output: Consequences,
  }),
  cancel: endpoint('POST /api/churn-records/:id/cancel', {
    needs: 'canUpdateCustomer',
    summary: '撤销挽留中的记录：留住了，或登记有误',
    input: z.strictObject({ ...step, note: line('撤销原因', 500) }),
    output: ChurnPage,
  }),
  winBack: endpoint('POST /api/churn-records/:id/win-back', {
    needs: 'canUpdateCustomer',
    summary: '召回：客户回到合作中，店铺恢复服务',
    input: z.strictObject(winBackFields),
    output: ChurnPage,
  }),
}

/** The customer steps that open its churn record or win it back; `version` is the customer's. */
export const customerChurn = {
  churn: endpoint('POST /api/customers/:id/churn', {
    needs: 'canUpdateCustomer',
    summary: '登记客户的流失风险：开一条挽留中的流失记录，客户状态不变',
    input: z.strictObject({ ...step, ...openRecordFields }),
    output: ChurnPage,
  }),
  winBack: endpoint('POST /api/customers/:id/win-back', {
    needs: 'canUpdateCustomer',
    summary: '召回已流失的客户：经由它的流失记录',
    input: z.strictObject(winBackFields),
    output: ChurnPage,
  }),
}

const Group = z.object({
  id: z.int(),
  name: z.string(),
  lost: z.int(),
  wonBack: z.int(),
  retaining: z.int(),
  lostFeeCents: z.int().optional(),
})

/** Figures of the filtered records. `lost` counts confirmed losses, including those won back since. */
export const ChurnOverview = z.object({
  counts: z.object({ retaining: z.int(), churned: z.int(), wonBack: z.int(), cancelled: z.int() }),
  /**
   * For records in state 已流失: sum of the monthly fees at confirmation, in 分, and the number of records with a known
   * fee. Absent if fees are hidden from the user.
   */
  lostFee: z.object({ cents: z.int(), known: z.int() }).optional(),
  medianTenureDays: z.int().nullable(),
  /** Counts per month of detection and reason, without 已撤销; reason null if it is not known yet. */
  reasons: z.array(z.object({ month: z.string(), reason: ChurnReason.nullable(), count: z.int() })),
  /** Number of losses by days of service: up to 90, 180, 365, 730, and more (null). */
  tenures: z.array(z.object({ upTo: z.int().nullable(), count: z.int() })),
  owners: z.array(Group),
  leaders: z.array(Group),
})

export type ChurnOverview = z.output<typeof ChurnOverview>

export const churnOverview = {
  overview: endpoint('GET /api/churn-records/overview', {
    needs: 'canReadCustomer',
    isHeavy: true,
    summary: '流失分析：原因、服务时长、月费、负责人、召回率',
    input: z.strictObject(filters),
    output: ChurnOverview,
  }),
}
