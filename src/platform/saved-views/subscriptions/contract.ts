import * as z from 'zod'
import { endpoint, Id, page, paged, Version } from '#kit/contract.ts'
import { SentenceText } from '#kit/sentenceText.ts'

export const Every = z.enum(['day', 'week']).meta({ title: '多久一次' })
export type Every = z.output<typeof Every>

export const DeliveryState = z.enum(['waiting', 'done', 'failed'])
export type DeliveryState = z.output<typeof DeliveryState>

/** One due delivery of a view. */
export const Delivery = z.object({
  id: z.int(),
  dueAt: z.iso.datetime(),
  state: DeliveryState,
  attempts: z.int(),
  /** Why the last attempt failed. */
  failure: SentenceText.nullable(),
  endedAt: z.iso.datetime().nullable(),
})

export type Delivery = z.output<typeof Delivery>

/** Scheduled delivery of a saved view. */
export const Subscription = z.object({
  id: z.int(),
  viewId: z.int(),
  viewName: z.string(),
  /** The name of the view's list: 店铺日咨询量. */
  listName: z.string(),
  /** Path that opens the view. */
  link: z.string(),
  every: Every,
  weekday: z.int().nullable(),
  hour: z.int(),
  webhookId: z.int().nullable(),
  webhookName: z.string().nullable(),
  nextAt: z.iso.datetime(),
  last: Delivery.nullable(),
  version: z.int(),
})

export type Subscription = z.output<typeof Subscription>

const fields = {
  every: Every,
  /** Monday = 1; only for weekly delivery. */
  weekday: z.int().min(1).max(7).nullable().meta({ title: '星期' }),
  /** In Asia/Shanghai. */
  hour: z.int().min(0).max(23).meta({ title: '时间' }),
  /** Null delivers to the console only. */
  webhookId: Id.nullable().meta({ title: '群机器人' }),
}

export const subscriptions = {
  list: endpoint('GET /api/subscriptions', {
    needs: 'signedIn',
    summary: '本人订阅的视图，和最近一次送达的情况',
    input: z.strictObject({}),
    output: z.array(Subscription),
  }),
  create: endpoint('POST /api/subscriptions', {
    needs: 'signedIn',
    summary: '订阅一个视图：每天或每周，按本人当时能看到的数据送来',
    input: z.strictObject({
      viewId: Id,
      every: fields.every,
      weekday: fields.weekday.optional(),
      hour: fields.hour,
      webhookId: fields.webhookId.optional(),
    }),
    output: Subscription,
  }),
  update: endpoint('PATCH /api/subscriptions/:id', {
    needs: 'signedIn',
    summary: '改时间或送到哪里',
    input: z.strictObject({ id: Id, version: Version, ...z.object(fields).partial().shape }),
    output: Subscription,
  }),
  remove: endpoint('DELETE /api/subscriptions/:id', {
    needs: 'signedIn',
    summary: '取消订阅',
    input: z.strictObject({ id: Id }),
    output: z.object({ id: z.int() }),
  }),
  deliveries: endpoint('GET /api/subscriptions/:id/deliveries', {
    needs: 'signedIn',
    summary: '一个订阅的送达记录，最新的在前',
    input: page({ id: Id }, ['id']),
    output: paged(Delivery),
  }),
}
