import { findOpenRecord, openChurnRecord, updateRecord } from '#clients/churn-records/queries.ts'
import * as rules from '#clients/churn-records/rules.ts'
import { storeScope } from '#clients/scopes.ts'
import { today } from '#kit/calendar.ts'
import { assertFresh, sentOnly } from '#kit/fresh.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { ofConfirmation } from './consequences.ts'
import type { ChurnPage } from './contract.ts'
import { churnRecords, customerChurn } from './contract.ts'
import { addMeasure, updateMeasure } from './measures.ts'
import { presentRecord, readPage } from './present.ts'
import { findHandler, getStoreCustomer } from './queries.ts'
import { findRecords } from './queriesOfList.ts'
import { cancel, confirm, hold, lockSubject, readerOf, winBack, writingOf } from './steps.ts'

interface Suspicion {
  detectedOn: string
  stopOn?: string | null | undefined
  reason?: Parameters<typeof openChurnRecord>[1]['reason']
  note?: string | null | undefined
  handlerId?: number | undefined
}

async function assertHandler({ db }: Context, id: number | undefined, companyCode: string): Promise<void> {
  if (id !== undefined) rules.assertHandler('handlerId', await findHandler(db, id), companyCode)
}

/** Opens a record in state 挽留中 for a locked customer or store. */
async function open(
  context: Context,
  about: { subject: 'customer' | 'store'; subjectId: number; companyCode: string },
  suspicion: Suspicion,
): Promise<ChurnPage> {
  rules.assertNotAhead('detectedOn', suspicion.detectedOn, today(context.clock))
  await assertHandler(context, suspicion.handlerId, about.companyCode)
  const { id } = await openChurnRecord(context.db, { ...about, ...suspicion, ...writingOf(context) })
  return readPage(context.db, readerOf(context), id)
}

export const churnRecordsServer = serve(
  churnRecords,
  {
    list: async (context, query) => {
      assertCompanyFilter(context.actor, query.companyCode)
      const reader = readerOf(context)
      const found = await findRecords(context.db, reader, query)
      return { ...found, items: found.items.map((row) => presentRecord(row, reader)) }
    },

    get: (context, { id }) => readPage(context.db, readerOf(context), id),

    create: async (context, { customerId, storeId, ...suspicion }) => {
      const about = rules.subjectOf({ customerId, storeId })
      const { actor, clock, db } = context
      const stores = storeScope(actor, 'canUpdateStore', today(clock))
      const merchantId = customerId ?? (await getStoreCustomer(db, stores, about.subjectId))
      const named = { customerId: merchantId, storeId: storeId ?? null }
      const { customer, store } = await lockSubject(context, named)
      rules.assertServed(store)
      return open(context, { ...about, companyCode: customer.companyCode }, suspicion)
    },

    update: async (context, { id, version, ...sent }) => {
      const { db, actor, clock, record } = context
      const { before } = await hold(context, { id, version })
      rules.assertRetaining(before)
      rules.assertNotAhead('detectedOn', sent.detectedOn, today(clock))
      if (sent.handlerId !== before.handlerId)
        await assertHandler(context, sent.handlerId, before.companyCode)
      const changes = { ...sentOnly(sent), updatedAt: clock(), updatedBy: actor.id }
      record(rules.churnLine('update', before, await updateRecord(db, id, changes)))
      return readPage(db, readerOf(context), id)
    },

    addMeasure,
    updateMeasure,
    confirm,
    confirmConsequences: ofConfirmation,
    cancel,
    winBack,
  },
  rules.conflicts,
)

/** Locks the customer and checks its version; throws NOT_FOUND and STALE. */
async function holdCustomer(context: Context, { id, version }: { id: number; version: number }) {
  const { customer } = await lockSubject(context, { customerId: id, storeId: null })
  assertFresh(customer, version, () => null)
  return customer
}

export const customerChurnServer = serve(
  customerChurn,
  {
    churn: async (context, { id, version, ...suspicion }) => {
      const { companyCode, status } = await holdCustomer(context, { id, version })
      rules.assertNotLost({ status })
      return open(context, { subject: 'customer', subjectId: id, companyCode }, suspicion)
    },

    winBack: async (context, { id, version, ...rest }) => {
      await holdCustomer(context, { id, version })
      const record = rules.assertHasRecord(await findOpenRecord(context.db, 'customer', id))
      return winBack(context, { ...rest, id: record.id, version: record.version })
    },
  },
  rules.conflicts,
)
