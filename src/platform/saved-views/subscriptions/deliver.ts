import { databaseOf } from '#db/barrier.ts'
import { backgroundContext } from '#kit/backgroundContext.ts'
import { AppError } from '#kit/errors.ts'
import type { JobContext } from '#kit/job.ts'
import type { Context } from '#kit/serve.ts'
import { toStored } from '#kit/text.ts'
import { findPerson } from '#platform/exports/queries.ts'
import { notify } from '#platform/notices/queries.ts'
import { getView } from '#platform/saved-views/queries.ts'
import { type Digest, digestNotice, digestOf, digestText, type ListAccess } from './digest.ts'
import * as queries from './queries.ts'
import { latestDue } from './rules.ts'

/** Dependencies of the delivery, in addition to those of the job. */
export interface DeliveryContext extends JobContext, ListAccess {
  /** Sends a text to a company's group robot; throws an AppError if the delivery fails. */
  tell: (context: JobContext, robot: { companyCode: string; id: number }, text: string) => Promise<void>
  /** The sender's name in the message. */
  title: string
}

type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof queries.claimDelivery>>>
type Row = NonNullable<Awaited<ReturnType<typeof queries.findForDelivery>>>

const FAULT = { sentence: '生成内容时出错，没有送达。请打开视图看看是否正常。' }
const NO_SUBSCRIBER = '订阅的人已不能登录，没有送出。'

/** Inserts the due deliveries and sends the waiting ones; returns the number of successes and failures. */
export async function deliverDue(sending: DeliveryContext): Promise<{ done: number; failed: number }> {
  const { db, clock } = sending
  const now = clock()
  await queries.deleteOfLeavers(db)
  const all = await queries.findAllSchedules(db)
  const due = all
    .map(({ id, every, weekday, hour, fromAt }) => ({
      subscriptionId: id,
      fromAt,
      dueAt: latestDue({ every, weekday, hour })(now),
    }))
    .filter(({ dueAt, fromAt }) => dueAt >= fromAt)
  await queries.insertDue(db, due, now)
  const counts = { done: 0, failed: 0 }
  for (let next = await nextDelivery(sending); next; next = await nextDelivery(sending)) {
    counts[await deliver(sending, next)] += 1
  }
  return counts
}

async function nextDelivery({
  db,
  clock,
  isStopping,
}: DeliveryContext): Promise<ClaimedDelivery | undefined> {
  return isStopping() ? undefined : queries.claimDelivery(db, clock())
}

async function deliver(sending: DeliveryContext, delivery: ClaimedDelivery): Promise<'done' | 'failed'> {
  const { db, clock } = sending
  try {
    await send(sending, delivery)
    await queries.updateDelivery(db, delivery.id, { state: 'done', failure: null, endedAt: clock() })
    return 'done'
  } catch (error) {
    if (!(error instanceof AppError))
      sending.log.error({ err: error, delivery: delivery.id }, 'not delivered')
    const failure = toStored(error instanceof AppError ? error.sentence : FAULT)
    // A refusal by the network or the robot is retried; a missing permission or view is final.
    const isOver = delivery.isLast || !(error instanceof AppError) || error.code !== 'WRONG_STATE'
    const ended = isOver ? { state: 'failed' as const, endedAt: clock(), nextAt: null } : {}
    await queries.updateDelivery(db, delivery.id, { failure, ...ended })
    return 'failed'
  }
}

/** Sends the notice in the console, only once even if the delivery is repeated, then the message to the group. */
async function send(sending: DeliveryContext, { subscriptionId, dueAt, id }: ClaimedDelivery): Promise<void> {
  const { db, clock } = sending
  const row = await queries.findForDelivery(db, subscriptionId)
  if (!row) return
  const context = await contextOf(sending, row, id)
  const digest = await digestFor(sending, context, row)
  const { companyCode, staffId, webhookId } = row
  const dedupeKey = `${subscriptionId} ${dueAt.toISOString()}`
  await notify(db, [{ companyCode, staffId, dedupeKey, at: clock(), ...digestNotice(digest) }])
  if (webhookId === null) return
  const text = digestText(digest, { title: sending.title, by: context.actor.name })
  await sending.tell(sending, { companyCode, id: webhookId }, text)
}

/** Reads the view with the subscriber's current permissions. */
async function digestFor(sending: DeliveryContext, context: Context, row: Row): Promise<Digest> {
  const view = await getView(context.db, context.actor, row.viewId)
  return digestOf(sending, context, view)
}

/** The context of the subscriber with their current permissions. Throws FORBIDDEN if they cannot sign in any more. */
async function contextOf(sending: DeliveryContext, row: Row, id: number): Promise<Context> {
  const actor = await findPerson(sending.db, row.staffId)
  if (!actor) throw new AppError('FORBIDDEN', NO_SUBSCRIBER)
  return backgroundContext(
    { ...sending, db: databaseOf(sending.db, actor) },
    { actor, locale: 'zh-CN', requestId: `delivery-${id}` },
  )
}
