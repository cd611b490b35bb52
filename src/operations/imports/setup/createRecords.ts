import { today } from '#kit/calendar.ts'
import type { Conflicts } from '#kit/conflicts.ts'
import { AppError } from '#kit/errors.ts'
import { nameKey } from '#kit/fields.ts'
import { withSavepoint } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { findBooks } from '#people/books/queries.ts'
import type { Books } from '#people/books/rules.ts'
import type { ChosenStore } from './chosenStores.ts'
import type { Makers } from './makers.ts'
import { serviceStart } from './rules.ts'

/** A store that was created. */
export interface CreatedStore extends ChosenStore {
  id: number
}

/** What was created. */
export interface Created {
  customers: { id: number; name: string }[]
  stores: CreatedStore[]
}

/**
 * Creates the stores and their new customers: one customer per name, in state 合作中. Throws what the features throw, with
 * the fields of the request.
 */
export async function createRecords(
  context: Context,
  chosen: readonly ChosenStore[],
  makers: Makers,
): Promise<Created> {
  const customers = new Map<string, { id: number; name: string }>()
  const stores: CreatedStore[] = []
  const books = await findBooks(context.db, context.clock, context.actor.companyCode)
  for (const store of chosen) {
    const customerId = await customerOf(context, store, customers, makers)
    stores.push({ ...store, id: await createStore(context, store, { customerId, books, makers }) })
  }
  return { customers: [...customers.values()], stores }
}

async function customerOf(
  context: Context,
  { index, customer }: ChosenStore,
  created: Map<string, { id: number; name: string }>,
  { customers: { create, conflicts } }: Makers,
): Promise<number> {
  if ('id' in customer) return customer.id
  const { name } = customer
  const existing = created.get(nameKey(name))
  if (existing) return existing.id
  const at = (field: string) => `stores.${index}.${field === 'name' ? 'customer' : field}`
  const { id } = await attempt(context, conflicts, at, (inner) => create(inner, { name }, 'import'))
  created.set(nameKey(name), { id, name })
  return id
}

/** The fields of the request for fields of a store that it does not have. */
const REQUEST_FIELDS: Record<string, string> = {
  customerId: 'customer',
  onlineOn: 'status',
  trialOn: 'status',
  platformShopId: 'key',
}

async function createStore(
  context: Context,
  { index, found, name, platform, status, leaderId }: ChosenStore,
  { customerId, books, makers }: { customerId: number; books: Books; makers: Makers },
): Promise<number> {
  const { create, conflicts } = makers.stores
  const start = serviceStart(
    found.groups.map(({ on }) => on),
    { ...books, today: today(context.clock) },
  )
  const at = (field: string) => `stores.${index}.${REQUEST_FIELDS[field] ?? field}`
  const { id } = await attempt(context, conflicts, at, (inner) =>
    create(
      inner,
      {
        customerId,
        name,
        platform,
        status,
        ...(found.platformShopId && { platformShopId: found.platformShopId }),
        ...(status === 'trial' && { trialOn: start }),
        ...(status === 'serving' && { onlineOn: start }),
        ...(leaderId && { leaderId }),
      },
      'import',
    ),
  )
  return id
}

/** Runs a write under a savepoint; names the fields of its refusal as `fieldAt` says. */
async function attempt<T>(
  context: Context,
  conflicts: Conflicts,
  fieldAt: (field: string) => string,
  work: (inner: Context) => Promise<T>,
): Promise<T> {
  const result = await withSavepoint(context, conflicts, work)
  if ('value' in result) return result.value
  const { code, message, values, data } = result.refusal
  if (!data?.fields) throw result.refusal
  const fields = Object.fromEntries(
    Object.entries(data.fields).map(([field, problem]) => [fieldAt(field), problem]),
  )
  throw new AppError(code, message, { values, data: { ...data, fields } })
}
