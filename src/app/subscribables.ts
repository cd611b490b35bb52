import { customerSources } from '#clients/customers/subscribable.ts'
import { followUpSources } from '#clients/follow-ups/subscribable.ts'
import { storeSources } from '#clients/stores/subscribable.ts'
import { worklogSources } from '#operations/worklogs/subscribable.ts'
import { staffSources } from '#people/staff/subscribable.ts'
import type { Sources } from '#platform/saved-views/subscriptions/rules.ts'
import { reportSources } from '#reporting/reports/subscribable.ts'
import { warningSources } from '#reporting/warnings/subscribable.ts'

/** The lists whose views can be subscribed to. */
export const subscribables: Sources = {
  ...customerSources,
  ...storeSources,
  ...staffSources,
  ...followUpSources,
  ...worklogSources,
  ...warningSources,
  ...reportSources,
}
