import { changesBetween } from '#kit/audit.ts'
import { AppError } from '#kit/errors.ts'
import { assertFresh, sentOnly } from '#kit/fresh.ts'
import type { Context, Handlers, Served } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { viewAddress } from '#kit/ui/list/viewAddress.ts'
import { getView } from '#platform/saved-views/queries.ts'
import { getWebhook } from '#platform/webhooks/queries.ts'
import type { Delivery, DeliveryState, Every, Subscription } from './contract.ts'
import { subscriptions } from './contract.ts'
import * as queries from './queries.ts'
import type { Sources } from './rules.ts'
import { assertRoom, nextOf, rhythmOf, sourceOf } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getSubscription>>
type Last = Awaited<ReturnType<typeof queries.findDeliveries>>['items'][number]

const rhythm = ({ weekday, hour, every }: Row) => ({ every: every as Every, weekday, hour })

function presentDelivery({ dueAt, endedAt, state, ...row }: Last): Delivery {
  return {
    ...row,
    state: state as DeliveryState,
    dueAt: dueAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

type Present = (row: Row, last: Last | undefined, now: Date) => Subscription

const presentWith =
  (sources: Sources): Present =>
  (row, last, now) => {
    const source = sourceOf(sources, row.list)
    const address = viewAddress({ id: row.viewId, query: row.query })
    return {
      ...row,
      ...rhythm(row),
      listName: source?.name ?? '',
      link: `${source?.screen ?? '/welcome'}?${address}`,
      nextAt: nextOf(rhythm(row), now).toISOString(),
      last: last ? presentDelivery(last) : null,
    }
  }

const told = ({ viewName, every, weekday, hour, webhookName }: Row) => ({
  ...{ viewName, every, weekday, hour, webhookName },
})

type Told = Partial<ReturnType<typeof told>>

const lineOf = (action: string, id: number, before: Told, after: Told) => ({
  ...{ action, entity: 'subscription' as const, recordId: id, changes: changesBetween(before, after) },
})

/** Throws NOT_FOUND if the robot belongs to another company. */
async function assertRobot({ db, actor }: Context, id: number | null | undefined): Promise<void> {
  if (id) await getWebhook(db, actor.companyCode, id)
}

type All = Handlers<typeof subscriptions>

const remove: All['remove'] = async ({ db, actor, record }, { id }) => {
  const before = await queries.lockSubscription(db, actor.id, id)
  await queries.deleteSubscription(db, id)
  record(lineOf('remove', id, told(before), {}))
  return { id }
}

const deliveries: All['deliveries'] = async ({ db, actor }, { id, ...page }) => {
  await queries.getSubscription(db, actor.id, id)
  const { items, total } = await queries.findDeliveries(db, id, page)
  return { items: items.map(presentDelivery), total }
}

/** Serves subscriptions to views of the lists in `sources`. */
export function subscriptionsServer(sources: Sources): Served {
  const present = presentWith(sources)
  const shown = async ({ db, clock }: Context, row: Row): Promise<Subscription> => {
    const last = await queries.findLastDeliveries(db, [row.id])
    return present(row, last.get(row.id), clock())
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
        return rows.map((row) => present(row, last.get(row.id), clock()))
      },

      create: async (context, { viewId, webhookId, weekday, ...input }) => {
        const { db, actor, clock, record } = context
        const view = await getView(db, actor, viewId)
        if (!sourceOf(sources, view.list)) throw new AppError('WRONG_STATE', '这个列表的视图还不能订阅。')
        await assertRobot(context, webhookId)
        assertRoom(await queries.countSubscriptions(db, actor.id))
        const by = { createdAt: clock(), createdBy: actor.id, updatedAt: clock(), updatedBy: actor.id }
        const id = await queries.insertSubscription(db, {
          ...{ companyCode: actor.companyCode, staffId: actor.id, viewId, fromAt: clock() },
          ...rhythmOf({ ...input, weekday: weekday ?? null }),
          ...{ webhookId: webhookId ?? null, ...by },
        })
        const row = await queries.getSubscription(db, actor.id, id)
        record(lineOf('create', id, {}, told(row)))
        return shown(context, row)
      },

      update: async (context, { id, version, ...sent }) => {
        const { db, actor, clock, record } = context
        const before = await queries.lockSubscription(db, actor.id, id)
        assertFresh(before, version, (row) => present(row, undefined, clock()))
        const changes = sentOnly(sent)
        await assertRobot(context, changes.webhookId)
        const next = rhythmOf({ ...rhythm(before), ...changes })
        const { webhookId = before.webhookId } = changes
        // A new schedule starts now, so that an earlier time of today is not delivered.
        await queries.updateSubscription(db, id, {
          ...{ ...next, webhookId, fromAt: clock() },
          ...{ updatedAt: clock(), updatedBy: actor.id },
        })
        const after = await queries.getSubscription(db, actor.id, id)
        record(lineOf('update', id, told(before), told(after)))
        return shown(context, after)
      },

      remove,
      deliveries,
    },
    { subscription_once: { field: 'viewId', message: '您已订阅这个视图，可以在订阅里改时间。' } },
  )
}
