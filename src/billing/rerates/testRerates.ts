import type { Bill } from '#billing/customer-bills/contract.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import { daysFrom } from '#kit/calendar.ts'
import { type Answer, TEST_KEYS, type TestApp } from '#testing/testApp.ts'
import { startService } from '#testing/testBills.ts'
import type { Rerate } from './contract.ts'
import { nightlyRerateJob, rerateJob } from './job.ts'

const at = new Date('2026-01-01T02:00:00Z')

/** Adds a store of company 001, served since the start of the year with the given pricing. */
export async function addStore(db: Database, customerId: number, pricing: Pricing): Promise<number> {
  const { n } = await db
    .selectFrom('store')
    .select(({ fn }) => fn.max('id').as('n'))
    .executeTakeFirstOrThrow()
  const name = `加开店${n}`
  const { id } = await db
    .insertInto('store')
    .values({
      companyCode: '001',
      code: `DP1${n}`,
      customerId,
      platform: 'taobao',
      name,
      nameKey: name,
      namePinyin: '',
      status: 'serving',
      onlineOn: '2026-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await startService(db, id, pricing)
  return id
}

/** Sets the number of buyers on each of the days. */
export async function setBuyers(
  db: Database,
  storeId: number,
  [from, to]: [string, string],
  consultUsers: number,
) {
  const row = { companyCode: '001', storeId, consultUsers, source: 'keyed' as const, updatedAt: at }
  await db
    .insertInto('storeDaily')
    .values(daysFrom(from, to).map((onDay) => ({ ...row, onDay })))
    .onConflict((clash) => clash.columns(['storeId', 'onDay']).doUpdateSet({ consultUsers }))
    .execute()
}

/** Helpers for tests of bills and their differences. */
export function reratesOf({ as, db, clock }: TestApp) {
  const finance = as('finance')
  const jobContext = {
    db,
    clock: () => clock.now,
    keyFor: TEST_KEYS,
    dueAt: clock.now,
    isStopping: () => false,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  }
  const draftOf = async (storeId: number, month = '2026-05'): Promise<Bill> => {
    const answer = await finance.post('/api/customer-bills/propose', { month })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    const [bill] = (await finance.get(`/api/customer-bills?storeId=${storeId}&month=${month}&status=draft`))
      .data.items
    return bill
  }
  const issue = async ({ id, version, missing }: Bill): Promise<Bill> => {
    const why = missing.length > 0 ? { missingReason: 'noData' } : {}
    const answer = await finance.post(`/api/customer-bills/${id}/issue`, { version, ...why })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.data
  }
  const rowOf = async (storeId: number): Promise<Rerate | undefined> =>
    (await finance.get(`/api/customer-bills/rerates?storeId=${storeId}`)).data.items[0]
  const settle = async (
    verb: 'adjust' | 'waive',
    row: Rerate | undefined,
    more: object = {},
  ): Promise<Answer> =>
    finance.post(`/api/customer-bills/rerates/${verb}`, { ids: [row?.id], versions: [row?.version], ...more })
  return {
    draftOf,
    issue,
    rowOf,
    settle,
    /** Runs the every-minute job, which processes the marks. */
    work: () => rerateJob.work(jobContext),
    workAtNight: () => nightlyRerateJob.work(jobContext),
    issued: async (storeId: number, month = '2026-05') => issue(await draftOf(storeId, month)),
    /** P0, P1, A, W, D and the state of a store's row. */
    amountsOf: async (storeId: number) => {
      const row = await rowOf(storeId)
      return (
        row && [
          row.issuedCents,
          row.nowCents,
          row.settledCents,
          row.waivedCents,
          row.differenceCents,
          row.state,
        ]
      )
    },
  }
}
