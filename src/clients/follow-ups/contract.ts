import * as z from 'zod'
import { Day, endpoint, Id, many, page, paged, Version } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'

export const FollowUpState = z.enum(['open', 'done']).meta({ title: '状态' })

/** A task about a customer, with due day and assignee. */
export const FollowUp = z.object({
  id: z.int(),
  customerId: z.int(),
  customerName: z.string(),
  dueOn: z.string(),
  text: z.string(),
  assigneeId: z.int(),
  assigneeName: z.string(),
  doneAt: z.iso.datetime().nullable(),
  createdByName: z.string(),
  updatedAt: z.iso.datetime(),
  updatedByName: z.string().nullable(),
  version: z.int(),
})

export type FollowUp = z.output<typeof FollowUp>

const fields = {
  dueOn: Day.meta({ title: '跟进日期' }),
  text: line('跟进内容', 200),
  /** A person who may read the customer. */
  assigneeId: Id.meta({ title: '跟进人' }),
}

const Step = z.strictObject({ id: Id, version: Version })

export const followUps = {
  list: endpoint('GET /api/follow-ups', {
    needs: 'canReadCustomer',
    summary: '可见客户的跟进事项，默认未完成的在前，其中最近到期的在前',
    input: page(
      {
        customerId: many(Id),
        assigneeId: many(Id),
        /** Only follow-ups assigned to the caller. */
        mine: z.enum(['true']).optional(),
        status: many(FollowUpState),
        dueFrom: Day.optional().meta({ title: '跟进日期' }),
        dueTo: Day.optional().meta({ title: '跟进日期' }),
      },
      ['dueOn', 'id'],
    ),
    output: paged(FollowUp).extend({ statusCounts: z.record(z.string(), z.int()) }),
  }),
  create: endpoint('POST /api/follow-ups', {
    needs: 'canReadCustomer',
    summary: '为客户安排一次跟进，到日子会出现在跟进人的首页',
    input: z.strictObject({
      customerId: Id,
      ...fields,
      /** Defaults to the actor. */
      assigneeId: fields.assigneeId.optional(),
    }),
    output: FollowUp,
  }),
  update: endpoint('PATCH /api/follow-ups/:id', {
    needs: 'canReadCustomer',
    summary: '修改未完成的跟进',
    input: z.strictObject({ id: Id, version: Version, ...z.object(fields).partial().shape }),
    output: FollowUp,
  }),
  done: endpoint('POST /api/follow-ups/:id/done', {
    needs: 'canReadCustomer',
    summary: '标为已完成',
    input: Step,
    output: FollowUp,
  }),
  reopen: endpoint('POST /api/follow-ups/:id/reopen', {
    needs: 'canReadCustomer',
    summary: '重新打开已完成的跟进',
    input: Step,
    output: FollowUp,
  }),
}
