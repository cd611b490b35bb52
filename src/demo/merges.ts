import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { searchForms } from '#kit/pinyin.ts'
import { advance, insertMany } from './bulk.ts'
import type { TrailLine } from './trail.ts'

/** Days since the two merges: the first can still be undone, the second cannot. */
const DAYS_AGO = [6, 74] as const
const DAY_MS = 86_400_000

/** The contact of the merged record; the kept record's contact was taken. */
const CONTACT = '前台'

/**
 * Seeds two duplicate customers of the account `sales` that were merged, each with its newest store. Returns the audit
 * lines.
 */
export async function seedMerges(db: Database, now: Date): Promise<TrailLine[]> {
  const targets = await findMergeTargets(db, now)
  const { last } = await db
    .selectFrom('customer')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const merges = targets.map((customer, at) => ({
    customer,
    id: last + at + 1,
    mergedAt: new Date(now.getTime() - (DAYS_AGO[at] ?? 0) * DAY_MS),
  }))
  await insertMany(db, 'customer', merges.map(customerRow))
  await insertMany(
    db,
    'customerOwner',
    merges.map(({ customer: { companyCode, ownerId }, id, mergedAt }) => ({
      companyCode,
      customerId: id,
      ownerId,
      fromAt: mergedAt,
      toAt: null,
      reason: null,
      createdBy: ownerId,
    })),
  )
  await insertMany(
    db,
    'customerMerge',
    merges.map(({ customer, id, mergedAt }) => ({
      companyCode: customer.companyCode,
      keptId: customer.id,
      mergedId: id,
      changes: { contact: [CONTACT, customer.contact] },
      moved: { stores: [{ id: customer.storeId, version: 1 }], notes: [], followUps: [], churnRecords: [] },
      mergedAt,
      mergedBy: customer.ownerId,
    })),
  )
  await advance(db, 'customer')
  return merges.flatMap(linesOf)
}

interface MergeTarget {
  id: number
  companyCode: string
  code: string
  name: string
  contact: string
  ownerId: number
  ownerName: string
  storeId: number
}

interface Merge {
  customer: MergeTarget
  id: number
  mergedAt: Date
}

/** Customers with several stores that no other part of the demo uses. */
async function findMergeTargets(db: Database, now: Date): Promise<MergeTarget[]> {
  const { rows } = await sql<MergeTarget>`
    select customer.id, customer.company_code, customer.code, customer.name, customer.contact, customer.owner_id,
      owner.name as owner_name, max(store.id) as store_id
    from customer join staff owner on owner.id = customer.owner_id join store on store.customer_id = customer.id
    where owner.username = 'sales' and customer.status = 'active' and store.version = 1 and store.status = 'serving'
      and customer.created_at < ${new Date(now.getTime() - 90 * DAY_MS)}
      and not exists (select 1 from churn_record r where r.customer_id = customer.id)
    group by customer.id, owner.id having count(*) > 1
    order by customer.id desc limit ${DAYS_AGO.length}`.execute(db)
  return rows
}

/** The duplicate of a customer, with a name as another user wrote it. */
function customerRow({ customer, id, mergedAt }: Merge) {
  const { companyCode, code, ownerId } = customer
  const shortName = customer.name.replace(/^..(.+)有限公司$/, '$1')
  const name = shortName === customer.name ? `${shortName}有限公司` : shortName
  return {
    id,
    companyCode,
    ownerId,
    name,
    code: `${code.slice(0, -4)}9${code.slice(-3)}`,
    ...searchForms(name),
    status: 'active',
    contact: CONTACT,
    mergedIntoId: customer.id,
    version: 2,
    createdAt: new Date(mergedAt.getTime() - 12 * DAY_MS),
    createdBy: ownerId,
    updatedAt: mergedAt,
    updatedBy: ownerId,
  }
}

function linesOf({ customer, id, mergedAt }: Merge): TrailLine[] {
  const { companyCode, ownerId, ownerName } = customer
  const about = { companyCode, actorId: ownerId, actorName: ownerName, at: mergedAt, via: 'merge' as const }
  const { name } = customerRow({ customer, id, mergedAt })
  const [targetId, merged, store] = [customer.id, id, customer.storeId].map(String)
  return [
    {
      ...about,
      action: 'update',
      entity: 'store',
      recordId: store ?? '',
      changes: { customerId: [id, customer.id] },
    },
    {
      ...about,
      action: 'merge',
      entity: 'customer',
      recordId: targetId ?? '',
      changes: { contact: [CONTACT, customer.contact], merged: [null, name] },
    },
    {
      ...about,
      action: 'merged',
      entity: 'customer',
      recordId: merged ?? '',
      changes: { mergedIntoId: [null, customer.id] },
    },
  ]
}
