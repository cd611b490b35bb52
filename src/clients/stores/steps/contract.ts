import * as z from 'zod'
import { ChurnReason } from '#clients/churn-records/contract.ts'
import { Pricing } from '#clients/pricing/contract.ts'
import { Store } from '#clients/stores/contract.ts'
import { Proposal, TermsInput } from '#clients/stores/terms/contract.ts'
import { Consequences } from '#kit/consequences.ts'
import { Day, endpoint, Id, Version } from '#kit/contract.ts'
import { optionalLine } from '#kit/fields.ts'
import { jsonField } from '#kit/jsonField.ts'

const step = { id: Id, version: Version }
const Note = optionalLine('情况说明', 500).optional()

const stopping = {
  stoppedOn: Day.meta({ title: '最后服务日' }),
  monthPaid: z
    .boolean()
    .nullable()
    .default(false)
    .transform((paid) => paid ?? false)
    .meta({ title: '当月服务费已收' }),
}

/** The stopped store, with the side effects of the stop. */
export const StoppedStore = Store.extend({
  /** Whether the customer has no live store left; if so, the user is asked about the customer. */
  lastLiveStore: z.boolean(),
  /** The id of the opened churn record; null for a store that was never in service. */
  churnRecordId: z.int().nullable(),
  proposal: Proposal.nullable(),
})

export const storeSteps = {
  trial: endpoint('POST /api/stores/:id/trial', {
    needs: 'canUpdateStore',
    summary: '开始试单：待上线 → 试单',
    input: z.strictObject({ ...step, trialOn: Day.meta({ title: '试单日期' }) }),
    output: Store,
  }),
  goLive: endpoint('POST /api/stores/:id/go-live', {
    needs: 'canUpdateStore',
    summary: '上线：待上线、试单 → 服务中；计费方式可一并提交，也可以后再填',
    input: z.strictObject({
      ...step,
      onlineOn: Day.meta({ title: '上线日期' }),
      /** The price as of that day. Without one the store may be in service, but its bills lack a price. */
      pricing: Pricing.nullable().optional(),
      storeSalaryCents: TermsInput.shape.storeSalaryCents,
    }),
    output: Store,
  }),
  goLiveConsequences: endpoint('GET /api/stores/:id/go-live/consequences', {
    needs: 'canUpdateStore',
    budget: 'preview',
    summary: '上线之前看后果：从哪天起出数据，有没有计费方式',
    input: z.strictObject({
      id: Id,
      onlineOn: Day.meta({ title: '上线日期' }),
      pricing: jsonField(Pricing).optional(),
    }),
    output: Consequences,
  }),
  pause: endpoint('POST /api/stores/:id/pause', {
    needs: 'canUpdateStore',
    summary: '暂停服务：服务中 → 暂停；on 是不再服务的第一天',
    input: z.strictObject({ ...step, on: Day.meta({ title: '暂停日期' }), note: Note }),
    output: Store,
  }),
  resume: endpoint('POST /api/stores/:id/resume', {
    needs: 'canUpdateStore',
    summary: '恢复服务：暂停 → 服务中',
    input: z.strictObject({ ...step, on: Day.meta({ title: '恢复日期' }) }),
    output: Store,
  }),
  stopConsequences: endpoint('GET /api/stores/:id/stop/consequences', {
    needs: 'canUpdateStore',
    budget: 'preview',
    summary: '停止之前看后果：要结束的分配、当月费用建议、客户还有几家店铺在服务',
    input: z.strictObject({
      id: Id,
      stoppedOn: Day.meta({ title: '最后服务日' }),
      monthPaid: z.stringbool().default(false).meta({ title: '当月服务费已收' }),
    }),
    output: Consequences,
  }),
  stop: endpoint('POST /api/stores/:id/stop', {
    needs: 'canUpdateStore',
    summary: '停止服务：结束分配、登记流失、留下当月费用建议',
    input: z.strictObject({ ...step, ...stopping, reason: ChurnReason, note: Note }),
    output: StoppedStore,
  }),
  restore: endpoint('POST /api/stores/:id/restore', {
    needs: 'canUpdateStore',
    summary: '恢复没有流失记录的已停止店铺；有流失记录的从记录里召回',
    input: z.strictObject({ ...step, on: Day.meta({ title: '恢复日期' }) }),
    output: Store,
  }),
}
