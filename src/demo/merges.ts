import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { nameKey } from '#kit/fields.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import { advance, insertMany } from './bulk.ts'
import type { TrailLine } from './trail.ts'

/** So many days ago two merchants were found to be one: the first merge can still be undone, the other cannot. */
const DAYS_AGO = [6, 74] as const
const DAY_MS = 86_400_000

/** What the other record had as its contact; the kept one's was taken. */
const CONTACT = '前台'

/**
 * Two customers of the demo's sales person were entered twice and merged since, each with the newest of its stores. Answers
 * the lines that this left in the log.
 */
export async function seedMerges(db: Database, now: Date): Promise<TrailLine[]> {
  const kept = await findKept(db, now)
  const { last } = await db
    .selectFrom('customer')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const merges = kept.map((customer, at) => ({
    customer,
    id: last + at + 1,
    mergedAt: new Date(now.getTime() - (DAYS_AGO[at] ?? 0) * DAY_MS),
  }))
  await insertMany(db, 'customer', merges.map(customerRow))
  await insertMany(
    db,
    'customerOwner',
    merges.map(({ customer: { companyCode, ownerId }, id, mergedAt }) => ({
      ...{
        companyCode,
        customerId: id,
        ownerId,
        fromAt: mergedAt,
        toAt: null,
        reason: null,
        createdBy: ownerId,
      },
    })),
  )
  await insertMany(
    db,
    'customerMerge',
    merges.map(({ customer, id, mergedAt }) => ({
      ...{ companyCode: customer.companyCode, keptId: customer.id, mergedId: id },
      changes: { contact: [CONTACT, customer.contact] },
      moved: { stores: [{ id: customer.storeId, version: 1 }], notes: [], followUps: [], churnRecords: [] },
      ...{ mergedAt, mergedBy: customer.ownerId },
    })),
  )
  await advance(db, 'customer')
  return merges.flatMap(linesOf)
}

interface Kept {
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
  customer: Kept
  id: number
  mergedAt: Date
}

/** Customers with several stores that nothing else happens to. */
async function findKept(db: Database, now: Date): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
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

/** The same merchant, as somebody else wrote it. */
function customerRow({ customer, id, mergedAt }: Merge) {
  const { companyCode, code, ownerId } = customer
  const bare = customer.name.replace(/^..(.+)有限公司$/, '$1')
  const name = bare === customer.name ? `${bare}有限公司` : bare
  return {
    ...{ id, companyCode, ownerId, name, code: `${code.slice(0, -4)}9${code.slice(-3)}` },
    ...{ nameKey: nameKey(name), namePinyin: searchPinyin(name), status: 'active', contact: CONTACT },
    ...{ mergedIntoId: customer.id, version: 2 },
    createdAt: new Date(mergedAt.getTime() - 12 * DAY_MS),
    ...{ createdBy: ownerId, updatedAt: mergedAt, updatedBy: ownerId },
  }
}

function linesOf({ customer, id, mergedAt }: Merge): TrailLine[] {
  const { companyCode, ownerId, ownerName } = customer
  const about = { companyCode, actorId: ownerId, actorName: ownerName, at: mergedAt, via: 'merge' }
  const { name } = customerRow({ customer, id, mergedAt })
  const [kept, merged, store] = [customer.id, id, customer.storeId].map(String)
  return [
    {
      ...{ ...about, action: 'update', entity: 'store', recordId: store ?? '' },
      changes: { customerId: [id, customer.id] },
    },
    {
      ...{ ...about, action: 'merge', entity: 'customer', recordId: kept ?? '' },
      changes: { contact: [CONTACT, customer.contact], merged: [null, name] },
    },
    {
      ...{ ...about, action: 'merged', entity: 'customer', recordId: merged ?? '' },
      changes: { mergedIntoId: [null, customer.id] },
    },
  ]
}
