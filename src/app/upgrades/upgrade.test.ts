import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { WITHOUT_KEYS } from '#db/backup/encryption.ts'
import { openBackup } from '#db/backup/read.ts'
import { restore } from '#db/backup/restore.ts'
import type { Database } from '#db/connect.ts'
import { databaseVersion } from '#db/databaseVersion.ts'
import { migrate } from '#db/migrate.ts'
import { PROGRAM_VERSION } from '#db/version.ts'
import { emptyDatabase } from '#testing/testApp.ts'
import { assertPromised, contentOf } from './compare.ts'
import { fillWithDemo } from './demos.ts'
import { promises } from './promises.ts'

const files = globSync('demo-*.gz', { cwd: import.meta.dirname })

test('every version with a database to upgrade from has promises', () => {
  assert.deepEqual(
    files.map((file) => file.slice('demo-'.length, -'.gz'.length)).sort(),
    Object.keys(promises),
  )
})

for (const version of Object.keys(promises)) {
  test(`after its upgrade a demo of ${version} has the promised rows in every table`, async () => {
    const db = await emptyDatabase()
    await fillWithDemo(db, version)
    const before = await contentOf(db)
    assert.ok(before.size > 50)
    await migrate(db)
    assertPromised(version, before, await contentOf(db))
    assert.equal((await databaseVersion(db)).newest, PROGRAM_VERSION)
    await assertStoreDays(db)
    await assertShiftsHold(db)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_constraint
      where connamespace = 'public'::regnamespace and not convalidated`.execute(db)
    assert.deepEqual(rows, [{ n: 0 }])
  })
}

/**
 * Asserts that the company of each record has its shift on the day, that the tables take a further code, and that the
 * first one excludes programs which do not know it.
 */
async function assertShiftsHold(db: Database): Promise<void> {
  const { rows } = await sql`
    select used.shift from (select company_code, shift, on_day from worklog
        union select company_code, shift, on_day from roster_shift where shift not in ('rest', 'leave')
        union select company_code, shift, from_on from store_assignment
        union select company_code, unnest(shifts), current_date from store) used
      where not exists (select from shift_def s where s.company_code = used.company_code and s.code = used.shift
        and s.from_on <= used.on_day and (s.to_on is null or s.to_on >= used.on_day))`.execute(db)
  assert.deepEqual(rows, [])
  const minimum = async () => (await databaseVersion(db)).minimum
  assert.equal(await minimum(), '0.1.0')
  await sql`insert into shift_def (company_code, code, name, mark, starts, ends, minutes, colour, place, from_on)
    values ('001', 'shift5', '大夜', '大', 1380, 420, 480, 'green', 5, current_date)`.execute(db)
  await sql`insert into roster_shift (company_code, staff_id, on_day, shift, created_at)
    select company_code, id, current_date + 200, 'shift5', now() from staff where company_code = '001' limit 1`.execute(
    db,
  )
  assert.equal(await minimum(), '0.2.0')
}

/** Asserts that every store has all days until today, as its figures and states require, with its own company. */
async function assertStoreDays(db: Database): Promise<void> {
  const { rows } = await sql`
    select kept, due from store_day kept full join (
        select due.* from store cross join (select min(from_on) as first from store_state) since
          cross join lateral store_days_of(store.id, first, (now() at time zone 'Asia/Shanghai')::date) due) due
      on due.store_id = kept.store_id and due.on_day = kept.on_day
    where kept is distinct from due`.execute(db)
  assert.deepEqual(rows, [])
  const expectedDays = await sql<{
    n: number
  }>`select count(*)::int as n from store_day where expected`.execute(db)
  assert.ok((expectedDays.rows[0]?.n ?? 0) > 1_000)
  const companies = await sql<{ days: string; months: string; stores: string }>`
    select (select string_agg(distinct company_code, ' ') from store_day) as days,
      (select string_agg(distinct company_code, ' ') from store_month) as months,
      (select string_agg(distinct company_code, ' ') from store) as stores`.execute(db)
  // The companies after the first one are written by a fill.
  assert.deepEqual(companies.rows, [{ days: '001 002 003', months: '001 002 003', stores: '001 002 003' }])
  const months = await sql`select from store_month month join store on store.id = month.store_id
    where month.company_code <> store.company_code`.execute(db)
  assert.deepEqual(months.rows, [])
}

test('the backup of a newer database is refused with a message, and nothing is restored', async () => {
  const db = await emptyDatabase()
  const backup = await openBackup(`${import.meta.dirname}/demo-0.1.0.gz`, WITHOUT_KEYS)
  const migrations = [...backup.header.migrations, { name: '999-later.sql', sha256: '0'.repeat(64) }]
  const newer = { ...backup, header: { ...backup.header, migrations } }
  await assert.rejects(restore(db, newer), {
    message: '这个程序没有数据库迁移文件 999-later.sql：数据来自更新的版本，请先升级程序。',
  })
  assert.equal((await databaseVersion(db)).schema, null)
})
