import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'

/** Tests that the demo's losses, and the creators of its staff, are plausible. */
export function testLosses(db: Database): void {
  const count = async (query: ReturnType<typeof sql<{ n: number }>>) =>
    Number((await query.execute(db)).rows[0]?.n)
  const rowsOf = (table: string, where: string) =>
    count(sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${sql.raw(where)}`)

  test('few lost customers and stores return; some losses predate the books and have no amounts', async () => {
    for (const subject of ['customer', 'store']) {
      const lost = await rowsOf(
        'churn_record',
        `subject = '${subject}' and status in ('churned', 'won_back')`,
      )
      const back = await rowsOf('churn_record', `subject = '${subject}' and status = 'won_back'`)
      assert.ok(back >= 1 && back / lost > 0.05 && back / lost < 0.2, `${subject}: ${back} of ${lost}`)
      assert.ok((await rowsOf('churn_record', `subject = '${subject}' and taken_over`)) >= 3, subject)
    }
    const withAmounts = sql<{
      n: number
    }>`select count(*) as n from churn_record r join churn_snapshot s on s.record_id = r.id
      where taken_over and (unpaid_cents, revenue_cents, monthly_fee_cents) is distinct from (null, null, null)`
    assert.equal(await count(withAmounts), 0)
  })

  test('all staff except the admins were created by staff who existed before', async () => {
    const { rows } = await sql<{ lines: number; people: number; early: number }>`select count(*) as lines,
        (select count(*) from staff where role <> 1) as people,
        count(*) filter (where a.at < actor.created_at) as early
      from audit a join staff actor on actor.id = a.actor_id where entity = 'staff' and action = 'create'`.execute(
      db,
    )
    const [row] = rows
    assert.deepEqual([row?.lines, row?.early], [row?.people, 0])
  })
}
