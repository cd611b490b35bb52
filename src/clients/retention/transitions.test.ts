import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const { staffId } = idsIn(db)

const TODAY = '2026-05-19'
const CONTRACT = { contractStartOn: '2026-01-01', contractEndOn: '2026-12-31' }

type Subject = 'customer' | 'store'
type State = 'retaining' | 'churned'

interface ChurnCase {
  customerId: number
  record: { id: number; version: number }
}

let made = 0

/** Creates a customer with a store in service, and a churn record of one of them in that state, edited once. */
async function createChurnCase(subject: Subject, state: State): Promise<ChurnCase> {
  made += 1
  const customer = done(
    await as('sales').post('/api/customers', { name: `流转客户${made}`, status: 'active', ...CONTRACT }),
  )
  const of = { customerId: customer.id, platform: 'tmall', name: `流转店铺${made}` }
  const store = done(await as('sales').post('/api/stores', { ...of, status: 'serving', onlineOn: TODAY }))
  const about = subject === 'customer' ? { customerId: customer.id } : { storeId: store.id }
  const opened = done(await as('sales').post('/api/churn-records', { ...about, detectedOn: TODAY }))
  const path = `/api/churn-records/${opened.id}`
  const noted = done(await as('sales').patch(path, { version: opened.version, note: '同行报价低' }))
  if (state === 'retaining') return { customerId: customer.id, record: noted }
  const loss = { version: noted.version, stopOn: TODAY, reason: 'price' }
  return { customerId: customer.id, record: done(await as('sales').post(`${path}/confirm`, loss)) }
}

function done({ status, data, body }: Answer) {
  assert.equal(status, 200, body.errorMessage)
  return data
}

interface Step {
  from: State
  to: string
  not: State
  input: object
}

/** The input of each step, its status before and after, and a status in which it fails. */
const STEPS: Record<string, Step> = {
  confirm: {
    from: 'retaining',
    to: 'churned',
    not: 'churned',
    input: { stopOn: TODAY, reason: 'season' },
  },
  cancel: { from: 'retaining', to: 'cancelled', not: 'churned', input: { note: '谈妥续约' } },
  'win-back': {
    from: 'churned',
    to: 'won_back',
    not: 'retaining',
    input: { wonBackOn: TODAY, ...CONTRACT },
  },
}

const stateOf = async ({ record }: ChurnCase) =>
  (await db.selectFrom('churnRecord').select('status').where('id', '=', record.id).executeTakeFirstOrThrow())
    .status

for (const [verb, { from, to, not, input }] of Object.entries(STEPS)) {
  for (const subject of ['customer', 'store'] as const) {
    const sent = (who: string, { record }: ChurnCase, version = record.version) =>
      as(who).post(`/api/churn-records/${record.id}/${verb}`, { ...input, version })

    test(`${verb} of a ${subject} succeeds`, async () => {
      const at = await createChurnCase(subject, from)
      assert.equal(done(await sent('sales', at)).status, to)
    })

    test(`${verb} of a ${subject} in the wrong state gets WRONG_STATE`, async () => {
      const at = await createChurnCase(subject, not)
      const { status, body } = await sent('sales', at)
      assert.deepEqual([status, body.errorCode], [409, 'WRONG_STATE'])
      assert.equal(await stateOf(at), not)
    })

    test(`${verb} of a ${subject} gets 404 out of reach and 403 without permission`, async () => {
      const at = await createChurnCase(subject, from)
      for (const [who, status] of [
        ['sales2', 404],
        ['admin2', 404],
        ['head', 403],
        ['agent', 403],
      ] as const) {
        assert.equal((await sent(who, at)).status, status, who)
      }
      assert.equal(await stateOf(at), from)
    })

    test(`${verb} of a ${subject} with a stale version gets STALE and the current record`, async () => {
      const at = await createChurnCase(subject, from)
      const { status, body, data } = await sent('sales', at, at.record.version - 1)
      assert.deepEqual([status, body.errorCode], [409, 'STALE'])
      assert.equal(data.current.version, at.record.version)
      assert.equal(await stateOf(at), from)
    })
  }
}

/** The customer steps that open and win back a record; they check the customer's version. */
const BY_CUSTOMER = {
  churn: { from: 'retaining', input: { detectedOn: TODAY }, refused: 'CONFLICT' },
  'win-back': { from: 'retaining', input: { wonBackOn: TODAY, ...CONTRACT }, refused: 'WRONG_STATE' },
} as const

const versionOf = async ({ customerId }: ChurnCase) =>
  (await db.selectFrom('customer').select('version').where('id', '=', customerId).executeTakeFirstOrThrow())
    .version

for (const [verb, { from, input, refused }] of Object.entries(BY_CUSTOMER)) {
  const sent = async (who: string, at: ChurnCase, more = 0) =>
    as(who).post(`/api/customers/${at.customerId}/${verb}`, {
      ...input,
      version: (await versionOf(at)) + more,
    })

  test(`${verb} on a customer fails in the wrong state, out of reach and with a stale version`, async () => {
    const at = await createChurnCase('customer', from)
    const wrong = await sent('sales', at)
    assert.deepEqual([wrong.status, wrong.body.errorCode], [409, refused])
    assert.equal((await sent('sales2', at)).status, 404)
    assert.equal((await sent('admin2', at)).status, 404)
    assert.equal((await sent('head', at)).status, 403)
    const stale = await sent('sales', at, 1)
    assert.deepEqual([stale.status, stale.body.errorCode], [409, 'STALE'])
    assert.equal(await stateOf(at), from)
  })
}

test('a lost customer is won back and can be registered as a risk again', async () => {
  const lost = await createChurnCase('customer', 'churned')
  const version = await versionOf(lost)
  const back = await as('sales').post(`/api/customers/${lost.customerId}/win-back`, {
    version,
    wonBackOn: TODAY,
    ...CONTRACT,
  })
  assert.equal(done(back).status, 'won_back')
  const again = await as('sales').post(`/api/customers/${lost.customerId}/churn`, {
    version: await versionOf(lost),
    detectedOn: TODAY,
  })
  assert.equal(done(again).status, 'retaining')
})

test('a transfer fails for the current owner, out of reach and after another transfer, otherwise it succeeds', async () => {
  const { customerId } = await createChurnCase('customer', 'retaining')
  const [sales, sales2, admin] = [await staffId('sales'), await staffId('sales2'), await staffId('admin')]
  const problem = async (who: string, ownerId: number) => {
    const input = { ids: [customerId], ownerId, reason: '调整分工' }
    return done(await as(who).post('/api/customers/transfer', input)).results[0].problem
  }
  assert.equal(await problem('sales', sales), 'same')
  assert.equal(await problem('sales2', sales2), 'notFound')
  assert.equal(await problem('admin2', admin), 'notFound')
  assert.equal(await problem('admin', sales2), null)
  // The customer now belongs to sales2, so sales can no longer transfer it.
  assert.equal(await problem('sales', admin), 'notFound')
  assert.equal(await problem('sales2', sales), null)
})
