import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { MASKED_FIELDS } from '#kit/masks.ts'
import { testApp } from '#testing/testApp.ts'
import type { Model, World } from '#testing/testLifecycle.ts'
import { assertAssignmentsReplayed } from '#testing/testLifecycleAssignments.ts'
import { beginnings, lifecycleCommands } from '#testing/testLifecycleCommands.ts'
import { seedWorld } from '#testing/testWorld.ts'

const app = await testApp(seedWorld)
const { db } = app

const idsOf = async (...usernames: string[]) =>
  (await db.selectFrom('staff').select('id').where('username', 'in', usernames).execute()).map(({ id }) => id)

/** Every snapshot as first read, by record id. */
const snapshots = new Map<number, string>()

const world: World = {
  ...app,
  check: async () => {
    await assertPossible()
    await assertSnapshotsUnchanged()
  },
  agents: await idsOf('agent', 'agent2', 'agent3'),
  owners: await idsOf('sales', 'sales2', 'admin'),
}

/** States that must not occur; each query selects the rows that are in one. */
const IMPOSSIBLE: Record<string, string> = {
  'a live store of a churned customer': `select s.id from store s join customer c on c.id = s.customer_id
    where c.status = 'churned' and s.status <> 'stopped'`,
  'a stopped store with somebody assigned afterwards': `select a.id from store_assignment a
    join store s on s.id = a.store_id where s.status = 'stopped' and s.stopped_on is not null
    and (a.to_on is null or a.to_on > s.stopped_on)`,
  'shares over 100 % on a day': `select d.store_id from (select distinct store_id, from_on from store_assignment) d
    join store_assignment a on a.store_id = d.store_id and a.from_on <= d.from_on
      and (a.to_on is null or a.to_on >= d.from_on)
    group by d.store_id, d.from_on having sum(a.share_percent) > 100`,
  'one agent twice on a shift of a store': `select a.id from store_assignment a join store_assignment b
    on a.id < b.id and a.store_id = b.store_id and a.staff_id = b.staff_id and a.shift = b.shift
      and a.from_on <= coalesce(b.to_on, 'infinity') and b.from_on <= coalesce(a.to_on, 'infinity')`,
  'two open records of one subject': `select min(id) from churn_record where status in ('retaining', 'churned')
    group by subject, case subject when 'customer' then customer_id else store_id end having count(*) > 1`,
  'a confirmed record without a snapshot, or the other way round': `select r.id from churn_record r
    where (r.status in ('churned', 'won_back')) <> exists (select 1 from churn_snapshot s where s.record_id = r.id)`,
  'a churned customer without its record': `select c.id from customer c where c.status = 'churned' and not exists (
    select 1 from churn_record r where r.subject = 'customer' and r.customer_id = c.id and r.status = 'churned')`,
  'a record 已流失 whose subject goes on': `select r.id from churn_record r
    join customer c on c.id = r.customer_id left join store s on s.id = r.store_id
    where r.status = 'churned' and coalesce(s.status, c.status) not in ('stopped', 'churned')`,
}

async function assertPossible(): Promise<void> {
  for (const [what, query] of Object.entries(IMPOSSIBLE)) {
    const { rows } = await sql.raw(query).execute(db)
    assert.deepEqual(rows, [], what)
  }
}

async function assertSnapshotsUnchanged(): Promise<void> {
  for (const snapshot of await db.selectFrom('churnSnapshot').selectAll().execute()) {
    const text = JSON.stringify(snapshot)
    assert.equal(snapshots.get(snapshot.recordId) ?? text, text, 'a snapshot changed')
    snapshots.set(snapshot.recordId, text)
  }
}

async function assertStates(model: Model): Promise<void> {
  const statusOf = async (table: 'customer' | 'store', id: number) =>
    (await db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  for (const customer of model.customers)
    assert.equal(await statusOf('customer', customer.id), customer.status, `customer ${customer.id}`)
  for (const store of model.stores)
    assert.equal(await statusOf('store', store.id), store.status, `store ${store.id}`)
}

/** Fields that the log does not contain, or that follow from logged ones. */
const UNLOGGED_FIELDS = new Set([
  'version',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'nameKey',
  'nameCore',
  'namePinyin',
  // The log contains only their masks.
  ...MASKED_FIELDS,
])

type Changes = Record<string, [before: unknown, after: unknown]>

/**
 * Replays the log of a record from its first line. Each line must start where the previous one ended, and the result
 * must equal the row.
 */
async function assertReplayed(entity: string, row: Record<string, unknown> & { id: number }): Promise<void> {
  const lines = await db
    .selectFrom('audit')
    .select(['action', 'changes'])
    .where('entity', '=', entity)
    .where('recordId', '=', String(row.id))
    .orderBy('id')
    .execute()
  const played: Record<string, unknown> = {}
  for (const { action, changes } of lines) {
    if (RELATED_RECORD_ACTIONS.has(action)) continue
    for (const [field, [before, after]] of Object.entries(changes as unknown as Changes)) {
      if (!(field in row) || UNLOGGED_FIELDS.has(field)) continue
      assert.deepEqual(before, played[field] ?? null, `${entity} ${row.id}: ${action} ${field}`)
      played[field] = after
    }
  }
  for (const [field, value] of Object.entries(row)) {
    if (UNLOGGED_FIELDS.has(field)) continue
    assert.deepEqual(played[field] ?? null, value ?? null, `${entity} ${row.id}: ${field}`)
  }
}

/** Actions in a store's log on its assignments and terms, whose fields may have the same names as the store's. */
const RELATED_RECORD_ACTIONS = new Set([
  'assign',
  'end-assignment',
  'cancel-assignment',
  'measure',
  'add-terms',
])

async function assertLogs({ customers, stores, merges }: Model): Promise<void> {
  const all = [...customers, ...merges.map(({ other }) => other)]
  const ids = { customer: all.map(({ id }) => id), store: stores.map(({ id }) => id) }
  for (const table of ['customer', 'store'] as const) {
    if (ids[table].length === 0) continue
    const rows = await db.selectFrom(table).selectAll().where('id', 'in', ids[table]).execute()
    for (const row of rows) await assertReplayed(table, row)
  }
  for (const id of ids.store) await assertAssignmentsReplayed(db, id)
  for (const row of await db.selectFrom('churnRecord').selectAll().execute())
    await assertReplayed('churn', row)
}

/** 20 runs take about a minute of one processor. */
const RUNS = Number(process.env.LIFECYCLE_RUNS ?? 20)

/** The write paths that audit lines name in `via`; some lines of forms name none. */
const PATHS = ['bulk', 'import', 'merge', 'restore', 'undo'] as const

test('random sequences of customer, store, assignment and churn operations keep all records consistent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(lifecycleCommands, { size: 'max', maxCommands: 60 }), async (commands) => {
      const model: Model = { customers: [], stores: [], merges: [] }
      for (const beginning of beginnings) await beginning.run(model, world)
      await fc.asyncModelRun(() => ({ model, real: world }), commands)
      await assertStates(model)
      await assertLogs(model)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  assert.ok(snapshots.size > 0, 'nothing was ever confirmed')
  const walked = await db.selectFrom('audit').select('via').distinct().where('via', 'in', PATHS).execute()
  assert.deepEqual(walked.map(({ via }) => via).sort(), PATHS, 'every path was walked')
})
