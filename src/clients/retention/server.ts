import { hideStoreSalary } from '#access/can.ts'
import { findOpenRecord, openChurnRecord, updateRecord } from '#clients/churn-records/queries.ts'
import * as rules from '#clients/churn-records/rules.ts'
import { TENURE_BOUNDS } from '#clients/churn-records/rules.ts'
import { statusNames as customerStatusNames } from '#clients/customers/rules.ts'
import { storeScope } from '#clients/scopes.ts'
import { readService } from '#clients/stores/queries.ts'
import { statusNames as storeStatusNames } from '#clients/stores/rules.ts'
import type { Database } from '#db/connect.ts'
import { type Day, today } from '#kit/calendar.ts'
import { type Consequence, type Consequences, changeRow, countRow, valueRow } from '#kit/consequences.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import { type Context, serve } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertVersion, definedOnly } from '#kit/version.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { getChurnPage, toChurnRecord } from './churnPage.ts'
import { type ChurnOverview, type ChurnPage, churnOverview, churnRecords, customerChurn } from './contract.ts'
import * as queries from './queries.ts'
import { findHandler, findRecords, getStoreCustomer, type Reader, type RecordFilter } from './queries.ts'
import { addRetentionAction, updateRetentionAction } from './retentionActions.ts'
import { cancel, confirm, lockForStep, lockSubject, readerOf, winBack, writeContextOf } from './steps.ts'

/** The changes that confirming a loss would make, from a dry run. */
async function confirmationConsequences(
  context: Context,
  { id, stopOn }: { id: number; stopOn: Day },
): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const before = await getChurnPage(inner.db, readerOf(inner), id)
    const of = { customerId: before.customerId, storeId: before.storeId }
    const serviceBefore = await readService(inner.db, of, stopOn)
    // The user chooses the reason later; it does not affect any figure.
    const after = await confirm(inner, { id, version: before.version, stopOn, reason: 'other' })
    const service = await readService(inner.db, of, stopOn)
    return {
      items: [
        ...stateRow(before, after),
        ...countRow('停止服务的店铺', serviceBefore.liveStores - service.liveStores),
        ...countRow('结束的客服分配', serviceBefore.assignments - service.assignments),
        ...(hideStoreSalary(inner.actor)
          ? []
          : [
              ...proposalRow('建议收取的当月服务费', serviceBefore.billCents, service.billCents),
              ...proposalRow('建议退还的当月服务费', serviceBefore.refundCents, service.refundCents),
              ...snapshotRows(after),
            ]),
      ],
    }
  })
}

function stateRow(before: ChurnPage, after: ChurnPage): Consequence[] {
  if (before.subject === 'customer') {
    const of = ({ customerStatus }: ChurnPage) => customerStatusNames[customerStatus]
    return changeRow('word', '客户状态', [of(before), of(after)])
  }
  const of = ({ stores: [store] }: ChurnPage) => (store ? storeStatusNames[store.status] : null)
  return changeRow('word', '店铺状态', [of(before), of(after)])
}

const proposalRow = (label: string, before: number, after: number): Consequence[] =>
  after === before ? [] : [valueRow('money', label, after - before)]

/** The amounts that the snapshot will contain. */
function snapshotRows({ snapshot }: ChurnPage): Consequence[] {
  const note = '留在快照里'
  return snapshot
    ? [
        valueRow('money', '失去的月费', snapshot.monthlyFeeCents ?? null, { note }),
        valueRow('money', '还没收的账款', snapshot.unpaidCents ?? null, { note }),
      ]
    : []
}

interface OpenRecordInput {
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
async function openRecord(
  context: Context,
  about: { subject: 'customer' | 'store'; subjectId: number; companyCode: string },
  input: OpenRecordInput,
): Promise<ChurnPage> {
  rules.assertNotInFuture('detectedOn', input.detectedOn, today(context.clock))
  await assertHandler(context, input.handlerId, about.companyCode)
  const { id } = await openChurnRecord(context.db, { ...about, ...input, ...writeContextOf(context) })
  return getChurnPage(context.db, readerOf(context), id)
}

export const churnRecordsServer = serve(
  churnRecords,
  {
    list: async (context, query) => {
      assertCompanyFilter(context.actor, query.companyCode)
      const reader = readerOf(context)
      const found = await findRecords(context.db, reader, query)
      return { ...found, items: found.items.map((row) => toChurnRecord(row, reader)) }
    },

    get: (context, { id }) => getChurnPage(context.db, readerOf(context), id),

    create: async (context, { customerId, storeId, ...input }) => {
      const about = rules.subjectOf({ customerId, storeId })
      const { actor, clock, db } = context
      const stores = storeScope(actor, 'canUpdateStore', today(clock))
      const merchantId = customerId ?? (await getStoreCustomer(db, stores, about.subjectId))
      const named = { customerId: merchantId, storeId: storeId ?? null }
      const { customer, store } = await lockSubject(context, named)
      rules.assertServed(store)
      return openRecord(context, { ...about, companyCode: customer.companyCode }, input)
    },

    update: async (context, { id, version, ...sent }) => {
      const { db, clock, record } = context
      const { before } = await lockForStep(context, { id, version })
      rules.assertRetaining(before)
      rules.assertNotInFuture('detectedOn', sent.detectedOn, today(clock))
      if (sent.handlerId !== before.handlerId)
        await assertHandler(context, sent.handlerId, before.companyCode)
      const changes = { ...definedOnly(sent), ...updatedNow(context) }
      record(rules.churnLine('update', before, await updateRecord(db, id, changes)))
      return getChurnPage(db, readerOf(context), id)
    },

    addMeasure: addRetentionAction,
    updateMeasure: updateRetentionAction,
    confirm,
    confirmConsequences: confirmationConsequences,
    cancel,
    winBack,
  },
  rules.conflicts,
)

/** Locks the customer and checks its version; throws NOT_FOUND and STALE. */
async function lockCustomerForStep(context: Context, { id, version }: { id: number; version: number }) {
  const { customer } = await lockSubject(context, { customerId: id, storeId: null })
  assertVersion(customer, version, () => null)
  return customer
}

export const customerChurnServer = serve(
  customerChurn,
  {
    churn: async (context, { id, version, ...input }) => {
      const { companyCode, status } = await lockCustomerForStep(context, { id, version })
      rules.assertNotLost({ status })
      return openRecord(context, { subject: 'customer', subjectId: id, companyCode }, input)
    },

    winBack: async (context, { id, version, ...rest }) => {
      await lockCustomerForStep(context, { id, version })
      const record = rules.assertHasRecord(await findOpenRecord(context.db, 'customer', id))
      return winBack(context, { ...rest, id: record.id, version: record.version })
    },
  },
  rules.conflicts,
)

type Group = Awaited<ReturnType<typeof queries.findPeople>>[number]

/** The figures of the filtered records, without fees if they are hidden from the reader. */
async function overviewOf(db: Database, reader: Reader, filter: RecordFilter): Promise<ChurnOverview> {
  const hides = hideStoreSalary(reader.actor)
  const withoutFee = ({ lostFeeCents, ...rest }: Group) => (hides ? rest : { ...rest, lostFeeCents })
  const { cents, known, medianTenureDays, ...counts } = await queries.findFigures(db, reader, filter)
  const reasons = await queries.findReasons(db, reader, filter)
  const tenures = await queries.findTenures(db, reader, filter)
  const owners = await queries.findPeople(db, reader, filter, 'owner')
  const leaders = await queries.findPeople(db, reader, filter, 'leader')
  return {
    counts,
    ...(hides ? {} : { lostFee: { cents, known } }),
    medianTenureDays,
    reasons,
    tenures: [...TENURE_BOUNDS, null].map((upTo, at) => ({
      upTo,
      count: tenures.find(({ place }) => place === at)?.count ?? 0,
    })),
    owners: owners.map(withoutFee),
    leaders: leaders.map(withoutFee),
  }
}

export const churnOverviewServer = serve(churnOverview, {
  overview: ({ db, actor, clock }, filter) => {
    assertCompanyFilter(actor, filter.companyCode)
    return overviewOf(db, { actor, on: today(clock) }, filter)
  },
})
