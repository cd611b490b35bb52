import { can } from '#access/can.ts'
import { customerScope, dayPerRow, readableStores } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { type Context, serve } from '#kit/serve.ts'
import { staffScope } from '#people/staff/queries.ts'
import { MAX_FOUND, type SearchAnswer, search } from './contract.ts'
import type { SearchRequest } from './queries.ts'
import * as queries from './queries.ts'
import { toSearchText } from './rules.ts'

/** The rows to return. The query requested one more to know whether there are more. */
function limitResults<T>(rows: unknown[]): { items: T[]; more: boolean } {
  return { items: rows.slice(0, MAX_FOUND) as T[], more: rows.length > MAX_FOUND }
}

type ResultItem<K extends keyof SearchAnswer> = NonNullable<SearchAnswer[K]>['items'][number]

const QUERY_LIMIT = MAX_FOUND + 1

async function staffFor({ db, actor }: Context, request: SearchRequest): Promise<SearchAnswer['staff']> {
  if (!can(actor, 'canManageUser')) return undefined
  return limitResults<ResultItem<'staff'>>(
    await queries.findStaff(db, staffScope(actor, 'canManageUser'), request, QUERY_LIMIT),
  )
}

/** A complete mobile number finds a customer only for users who may see it in full. */
async function customersFor(
  { db, actor, clock }: Context,
  request: SearchRequest,
): Promise<SearchAnswer['customers']> {
  if (!can(actor, 'canReadCustomer')) return undefined
  const on = dayPerRow(today(clock))
  const reach = {
    rows: customerScope(actor, 'canReadCustomer', on),
    contacts: customerScope(actor, 'canUpdateCustomer', on),
  }
  return limitResults<ResultItem<'customers'>>(await queries.findCustomers(db, reach, request, QUERY_LIMIT))
}

async function storesFor(
  { db, actor, clock }: Context,
  request: SearchRequest,
): Promise<SearchAnswer['stores']> {
  if (!can(actor, 'canReadStore')) return undefined
  const reach = readableStores(actor, dayPerRow(today(clock)))
  return limitResults<ResultItem<'stores'>>(await queries.findStores(db, reach, request, QUERY_LIMIT))
}

/** Queries a kind only if the user opened records of it. */
const findRecalled = <T>(ids: number[] | undefined, find: (request: SearchRequest) => Promise<T>) =>
  ids?.length ? find({ ids }) : undefined

export const searchServer = serve(search, {
  find: async (context, { keyword }) => {
    const request = { searchText: toSearchText(keyword) }
    // The keyword consists of characters that normalization removes.
    if (request.searchText.text === '') return {}
    return {
      staff: await staffFor(context, request),
      customers: await customersFor(context, request),
      stores: await storesFor(context, request),
    }
  },

  recall: async (context, { staffId, customerId, storeId }) => ({
    staff: await findRecalled(staffId, (request) => staffFor(context, request)),
    customers: await findRecalled(customerId, (request) => customersFor(context, request)),
    stores: await findRecalled(storeId, (request) => storesFor(context, request)),
  }),
})
