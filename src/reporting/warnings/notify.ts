import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import type { Sentence } from '#kit/text.ts'
import { type NewNotice, notify } from '#platform/notices/queries.ts'
import type { Raised } from './run.ts'
import { sundayOf } from './weeks.ts'

const FALL = '{name} {week} 咨询量比平时少 {percent}%'
const SILENT = '{name} {week} 没有咨询'
const PART_SILENT = '{name} {week} 有店铺没有咨询'
const QUOTA = '{name} {week} 咨询量达到包量的 {percent}%'
const HEADS = '{week} 您的团队有 {n} 条咨询量预警，其中红色 {red} 条'

/** A week in a notice, language-independent: `11-16–11-22` (`11-16 至 11-22` would need a translation). */
const shortWeek = (weekOn: Day) => `${weekOn.slice(5)}–${sundayOf(weekOn).slice(5)}`

/**
 * The notice for the customer's owner; null for missing figures, which concern the heads. Notices never contain
 * amounts.
 */
function ownerNotice({ kind, level, value }: Raised, name: string, week: string): Sentence | null {
  const percent = String(Math.abs(Math.round(value / 100)))
  switch (kind) {
    case 'fall':
      return { sentence: FALL, values: { name, week, percent } }
    case 'zero':
      return { sentence: level === 'red' ? SILENT : PART_SILENT, values: { name, week } }
    case 'near':
    case 'over':
      return { sentence: QUOTA, values: { name, week, percent } }
    default:
      return null
  }
}

interface Recipients {
  id: number
  name: string
  ownerId: number
  headIds: number[]
}

/**
 * The owner of each customer, and the heads whose teams serve it on a day: as leader of a store, or by an assignment.
 */
async function findRecipients(db: Database, customerIds: readonly number[], on: Day): Promise<Recipients[]> {
  const { rows } = await sql<Recipients>`
    select customer.id, customer.name, customer.owner_id,
      array(select distinct head.id from store
          left join store_assignment a on a.store_id = store.id and a.from_on <= ${on}
            and (a.to_on is null or a.to_on >= ${on})
          left join staff agent on agent.id = a.staff_id
          join staff head on head.id in (store.leader_id, coalesce(agent.parent_id, agent.id))
        where store.customer_id = customer.id and store.status <> 'stopped' order by head.id) as head_ids
    from customer where customer.id = any(${[...customerIds]})`.execute(db)
  return rows
}

interface NotifyInput {
  companyCode: string
  weekOn: Day
  today: Day
  at: Date
}

/** Notifies each customer's owner of the new warnings, and each head of the number that concerns the team. */
export async function notifyWarnings(
  db: Database,
  raised: readonly Raised[],
  { companyCode, weekOn, today, at }: NotifyInput,
): Promise<void> {
  const customerIds = [...new Set(raised.map(({ customerId }) => customerId))]
  const concerned = await findRecipients(db, customerIds, today)
  const week = shortWeek(weekOn)
  const common = { companyCode, kind: 'warning' as const, text: null, at }
  const notices: NewNotice[] = []
  const teams = new Map<number, Raised[]>()
  const byCustomer = Map.groupBy(raised, ({ customerId }) => customerId)
  for (const { id, name, ownerId, headIds } of concerned) {
    const customerWarnings = byCustomer.get(id) ?? []
    for (const warning of customerWarnings) {
      const title = ownerNotice(warning, name, week)
      const dedupeKey = `${weekOn} ${id} ${warning.kind}`
      const link = `/customer-management/${id}?tab=volume`
      if (title) notices.push({ ...common, staffId: ownerId, title, link, dedupeKey })
    }
    for (const headId of headIds) teams.set(headId, (teams.get(headId) ?? []).concat(customerWarnings))
  }
  for (const [staffId, teamWarnings] of teams) {
    const red = teamWarnings.filter(({ level }) => level === 'red').length
    const title = { sentence: HEADS, values: { week, n: teamWarnings.length, red } }
    const link = `/weekly-warning-customer-report?week=${weekOn}&status=`
    notices.push({ ...common, staffId, title, link, dedupeKey: `${weekOn} team` })
  }
  await notify(db, notices)
}
