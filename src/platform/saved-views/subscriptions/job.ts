import { addDays, dayOf } from '#kit/calendar.ts'
import type { Job } from '#kit/job.ts'
import { everyMinutes } from '#kit/schedule.ts'
import { type DeliveryContext, deliverDue } from './deliver.ts'
import { deleteDeliveriesBefore } from './queries.ts'

/** Days for which deliveries are kept, the same as for notices. */
const RETENTION_DAYS = 90

/** The job that delivers due subscriptions and deletes old deliveries. */
export function subscriptionsJob(
  parts: Pick<DeliveryContext, 'findList' | 'sources' | 'tell' | 'title'>,
): Job {
  return {
    name: 'subscriptions',
    title: '订阅送达',
    dueAt: everyMinutes(5),
    work: async (context) => {
      const { done, failed } = await deliverDue({ ...context, ...parts })
      const oldestDay = addDays(dayOf(context.clock()), -RETENTION_DAYS)
      await deleteDeliveriesBefore(context.db, new Date(`${oldestDay}T00:00:00+08:00`))
      return { sentence: '送达 {n} 个，{failed} 个没有送达。', values: { n: done, failed } }
    },
  }
}
