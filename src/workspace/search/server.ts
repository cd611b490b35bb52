import { can } from '#access/can.ts'
import { askedOfEach, customerScope, readableStores } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { staffScope } from '#people/staff/queries.ts'
import type { SearchAnswer } from './contract.ts'
import { MOST_FOUND, search } from './contract.ts'
import type { Asked } from './queries.ts'
import * as queries from './queries.ts'
import { wantedOf } from './rules.ts'

/** The rows to return. The query requested one more to know whether there are more. */
function some<T>(rows: unknown[]): { items: T[]; more: boolean } {
  return { items: rows.slice(0, MOST_FOUND) as T[], more: rows.length > MOST_FOUND }
}

type Some<K extends keyof SearchAnswer> = NonNullable<SearchAnswer[K]>['items'][number]

const ONE_MORE = MOST_FOUND + 1

async function staffFor({ db, actor }: Context, asked: Asked): Promise<SearchAnswer['staff']> {
  if (!can(actor, 'canManageUser')) return undefined
  return some<Some<'staff'>>(await queries.findStaff(db, staffScope(actor, 'canManageUser'), asked, ONE_MORE))
}

/** A complete mobile number finds a customer only for users who may see it in full. */
async function customersFor({ db, actor, clock }: Context, asked: Asked): Promise<SearchAnswer['customers']> {
  if (!can(actor, 'canReadCustomer')) return undefined
  const on = askedOfEach(today(clock))
  const reach = {
    rows: customerScope(actor, 'canReadCustomer', on),
    contacts: customerScope(actor, 'canUpdateCustomer', on),
  }
  return some<Some<'customers'>>(await queries.findCustomers(db, reach, asked, ONE_MORE))
}

async function storesFor({ db, actor, clock }: Context, asked: Asked): Promise<SearchAnswer['stores']> {
  if (!can(actor, 'canReadStore')) return undefined
  const reach = readableStores(actor, askedOfEach(today(clock)))
  return some<Some<'stores'>>(await queries.findStores(db, reach, asked, ONE_MORE))
}

/** Queries a kind only if the user opened records of it. */
const recalled = <T>(ids: number[] | undefined, find: (asked: Asked) => Promise<T>) =>
  ids?.length ? find({ ids }) : undefined

export const searchServer = serve(search, {
  find: async (context, { keyword }) => {
    const asked = { wanted: wantedOf(keyword) }
    // The keyword consists of characters that normalization removes.
    if (asked.wanted.text === '') return {}
    return {
      staff: await staffFor(context, asked),
      customers: await customersFor(context, asked),
      stores: await storesFor(context, asked),
    }
  },

  recall: async (context, { staffId, customerId, storeId }) => ({
    staff: await recalled(staffId, (asked) => staffFor(context, asked)),
    customers: await recalled(customerId, (asked) => customersFor(context, asked)),
    stores: await recalled(storeId, (asked) => storesFor(context, asked)),
  }),
})
