import { hideStoreSalary } from '#access/can.ts'
import { readableStores } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { stores } from './contract.ts'
import { createStore, updateStore } from './edit.ts'
import { findStoreOptions } from './listQueries.ts'
import * as queries from './queries.ts'
import { assertMayFilterByPrice, assertMayFilterUnbilled, conflicts } from './rules.ts'
import { toStore, toStorePage } from './toStore.ts'

export const storesServer = serve(
  stores,
  {
    list: async ({ db, actor, clock }, query) => {
      assertCompanyFilter(actor, query.companyCode)
      assertMayFilterUnbilled(actor, query.unbilled)
      assertMayFilterByPrice(actor, query.price)
      const on = today(clock)
      const found = await queries.findStores(
        db,
        readableStores(actor, on),
        query,
        on,
        !hideStoreSalary(actor),
      )
      return { ...found, items: found.items.map(toStore) }
    },

    get: async ({ db, actor, clock }, { id }) => {
      const on = today(clock)
      const reach = readableStores(actor, on)
      return toStorePage(await queries.getStorePage(db, reach, id, on, !hideStoreSalary(actor)))
    },

    create: (context, input) => createStore(context, input),

    update: (context, changes) => updateStore(context, changes),

    options: ({ db, actor, clock }, filter) =>
      findStoreOptions(db, readableStores(actor, today(clock)), filter),
  },
  conflicts,
)
