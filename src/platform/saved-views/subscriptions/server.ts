import type * as z from 'zod'
import { changesBetween } from '#kit/audit.ts'
import { AppError } from '#kit/errors.ts'
import { type Context, type Handlers, type Served, serve } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { fromStored } from '#kit/text.ts'
import { viewAddress } from '#kit/ui/list/viewAddress.ts'
import { assertVersion, definedOnly } from '#kit/version.ts'
import { getView } from '#platform/saved-views/queries.ts'
import { getWebhook } from '#platform/webhooks/queries.ts'
import { type Delivery, type Subscription, subscriptions } from './contract.ts'
import * as queries from './queries.ts'
import { assertRoom, nextDue, type Sources, sourceOf, toSchedule } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getSubscription>>
type Last = Awaited<ReturnType<typeof queries.findDeliveries>>['items'][number]

const scheduleOf = ({ weekday, hour, every }: Row) => ({ every, weekday, hour })

function toDelivery({ dueAt, endedAt, state, failure, ...row }: Last): z.input<typeof Delivery> {
  return {
    ...row,
    failure: failure === null ? null : fromStored(failure),
    state,
    dueAt: dueAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

type ToSubscription = (row: Row, last: Last | undefined, now: Date) => z.input<typeof Subscription>

const subscriptionMapper =
  (sources: Sources): ToSubscription =>
  (row, last, now) => {
    const source = sourceOf(sources, row.list)
    const address = viewAddress({ id: row.viewId, query: row.query })
    return {
      ...row,
      ...scheduleOf(row),
      listName: source?.name ?? '',
      link: `${source?.screen ?? '/welcome'}?${address}`,
      nextAt: nextDue(scheduleOf(row), now).toISOString(),
      last: last ? toDelivery(last) : null,
    }
  }

const loggedFields = ({ viewName, every, weekday, hour, webhookName }: Row) => ({
  viewName,
  every,
  weekday,
  hour,
  webhookName,
})

type LoggedFields = Partial<ReturnType<typeof loggedFields>>

const lineOf = (action: string, id: number, before: LoggedFields, after: LoggedFields) => ({
  action,
  entity: 'subscription' as const,
  recordId: id,
  changes: changesBetween(before, after),
})

/** Throws NOT_FOUND if the robot belongs to another company. */
async function assertRobot({ db, actor }: Context, id: number | null | undefined): Promise<void> {
  if (id) await getWebhook(db, actor.companyCode, id)
}

type All = Handlers<typeof subscriptions>

const remove: All['remove'] = async ({ db, actor, record }, { id }) => {
  const before = await queries.lockSubscription(db, actor.id, id)
  await queries.deleteSubscription(db, id)
  record(lineOf('remove', id, loggedFields(before), {}))
  return { id }
}

const deliveries: All['deliveries'] = async ({ db, actor }, { id, ...page }) => {
  await queries.getSubscription(db, actor.id, id)
  const { items, total } = await queries.findDeliveries(db, id, page)
  return { items: items.map(toDelivery), total }
}

/** Returns a row as the contract's subscription, with its last delivery. */
type Show = (context: Context, row: Row) => Promise<z.input<typeof Subscription>>

const createWith =
  (sources: Sources, show: Show): All['create'] =>
  async (context, { viewId, webhookId, weekday, ...input }) => {
    const { db, actor, clock, record } = context
    const view = await getView(db, actor, viewId)
    if (!sourceOf(sources, view.list)) throw new AppError('WRONG_STATE', '这个列表的视图还不能订阅。')
    await assertRobot(context, webhookId)
    assertRoom(await queries.countSubscriptions(db, actor.id))
    const id = await queries.insertSubscription(db, {
      companyCode: actor.companyCode,
      staffId: actor.id,
      viewId,
      fromAt: clock(),
      ...toSchedule({ ...input, weekday: weekday ?? null }),
      webhookId: webhookId ?? null,
      ...createdNow(context),
      ...updatedNow(context),
    })
    const row = await queries.getSubscription(db, actor.id, id)
    record(lineOf('create', id, {}, loggedFields(row)))
    return show(context, row)
  }

/** Serves subscriptions to views of the lists in `sources`. */
export function subscriptionsServer(sources: Sources): Served {
  const toSubscription = subscriptionMapper(sources)
  const show: Show = async ({ db, clock }, row) => {
    const last = await queries.findLastDeliveries(db, [row.id])
    return toSubscription(row, last.get(row.id), clock())
  }
  return serve(
    subscriptions,
    {
      list: async ({ db, actor, clock }) => {
        const rows = await queries.findSubscriptions(db, actor.id)
        const last = await queries.findLastDeliveries(
          db,
          rows.map(({ id }) => id),
        )
        return rows.map((row) => toSubscription(row, last.get(row.id), clock()))
      },

      create: createWith(sources, show),

      update: async (context, { id, version, ...sent }) => {
        const { db, actor, clock, record } = context
        const before = await queries.lockSubscription(db, actor.id, id)
        assertVersion(before, version, (row) => toSubscription(row, undefined, clock()))
        const changes = definedOnly(sent)
        await assertRobot(context, changes.webhookId)
        const next = toSchedule({ ...scheduleOf(before), ...changes })
        const { webhookId = before.webhookId } = changes
        // A new schedule starts now, so that an earlier time of today is not delivered.
        await queries.updateSubscription(db, id, {
          ...next,
          webhookId,
          fromAt: clock(),
          ...updatedNow(context),
        })
        const after = await queries.getSubscription(db, actor.id, id)
        record(lineOf('update', id, loggedFields(before), loggedFields(after)))
        return show(context, after)
      },

      remove,
      deliveries,
    },
    { subscription_once: { field: 'viewId', message: '您已订阅这个视图，可以在订阅里改时间。' } },
  )
}
