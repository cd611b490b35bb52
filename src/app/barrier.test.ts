import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { acrossCompanies, forCompany } from '#db/barrier.ts'
import type { BarrierState } from '#db/barrierState.ts'
import { toSqlName } from '#db/camelCase.ts'
import type { Database } from '#db/connect.ts'
import { protectTables } from '#db/policies.ts'
import { PROTECTION, type Protection } from '#db/protection.ts'
import { rolesOf } from '#db/roleNames.ts'
import type { DB } from '#db/tables.ts'
import { testApp } from '#testing/testApp.ts'
import { readSources } from '#testing/testSources.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { loginRefusal } from './barrier.ts'

const { db, asProgram, as } = await testApp(seedWorld)
const roles = rolesOf()
const own = forCompany(asProgram, '001')
const across = acrossCompanies(asProgram, 'jobs')

const tables = (Object.entries(PROTECTION) as [keyof DB, Protection][]).map(([name, protection]) => ({
  table: toSqlName(name),
  protection,
}))
const isOpen = (protection: Protection) => typeof protection === 'object' && 'open' in protection
const protectedTables = tables.filter(({ protection }) => protection !== 'view' && !isOpen(protection))

const countRows = async (of: Database, table: string, condition = 'true'): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(table)} t
    where ${sql.raw(condition)}`.execute(of)
  return rows[0]?.n ?? 0
}

const insufficientPrivilege = { code: '42501' }

/** Fills tables of both companies, so that something could leak. */
before(async () => {
  for (const who of ['admin', 'admin2', 'head', 'sales-b']) await as(who).get('/api/notices')
  for (const companyCode of ['001', '002']) {
    const counted = { companyCode, prefix: 'BARRIER', last: 1 }
    await db.insertInto('counter').values(counted).execute()
  }
})

test('every table of the schema is protected by row-level security that is forced, or is listed with a reason', async () => {
  const { rows } = await sql<{ name: string; kind: string; isForced: boolean; policies: number }>`
    select relname as name, relkind as kind, relrowsecurity and relforcerowsecurity as is_forced,
      (select count(*) from pg_policy where polrelid = pg_class.oid) as policies
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`.execute(db)
  const found = rows.map(({ name, kind, isForced, policies }) => [
    name,
    kind === 'v' ? 'view' : isForced && policies >= 2 ? 'protected' : 'open',
  ])
  const declared = tables.map(({ table, protection }) => [
    table,
    protection === 'view' ? 'view' : isOpen(protection) ? 'open' : 'protected',
  ])
  assert.deepEqual(found.sort(), declared.sort())
})

test('views read their tables as the user of the statement', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
      and relname <> 'staff_name' and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`.execute(db)
  assert.deepEqual(rows, [])
})

test('a company reads the names of its own people and of the admins of the headquarters, and nothing else of them', async () => {
  const names = async (of: Database) => {
    const rows = await of.selectFrom('staffName').selectAll().orderBy('id').execute()
    return rows
  }
  const expected = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where((eb) =>
      eb.or([eb('companyCode', '=', '002'), eb.and([eb('companyCode', '=', '001'), eb('role', '=', 1)])]),
    )
    .orderBy('id')
    .execute()
  assert.deepEqual(await names(forCompany(asProgram, '002')), expected)
  assert.ok(expected.length < (await countRows(db, 'staff')))
  assert.deepEqual(await names(asProgram), [])
  assert.equal((await names(across)).length, await countRows(db, 'staff'))
  assert.equal((await names(db)).length, await countRows(db, 'staff'))
})

/** The steps of a statement that a company's user sends, as PostgreSQL plans it for a large table. */
const stepsOf = (statement: RawBuilder<unknown>) =>
  own.transaction().execute(async (tx) => {
    // So few rows would be read as a whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`explain (costs off) ${statement}`.execute(tx)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })

test('a name is looked up by its id, not among all people', async () => {
  const steps = await stepsOf(sql`select store.id, editor.name
    from store left join staff_name editor on editor.id = store.updated_by where store.id = 1`)
  assert.match(steps, /Index Cond: \(id = store\.updated_by\)/)
})

test("a company's days are found by its index, so that the policy is not checked for each row", async () => {
  const steps = await stepsOf(sql`select sum(volume) from store_day
    where on_day between '2026-05-11' and '2026-05-17'`)
  assert.match(steps, /Index Cond: .*on_day <= .*company_code = /)
  assert.doesNotMatch(steps, /Filter: /)
})

test('a policy keeps no condition from its index: the functions of indexed conditions are leakproof', async () => {
  const { rows } = await sql<{
    isLeakproof: boolean
  }>`select bool_and(proleakproof) as is_leakproof from pg_proc
    where oid in ('date_pli(date, int)'::regprocedure, 'date_mii(date, int)'::regprocedure,
      'arraycontains(anyarray, anyarray)'::regprocedure, 'arrayoverlap(anyarray, anyarray)'::regprocedure)`.execute(
    db,
  )
  assert.deepEqual(rows, [{ isLeakproof: true }])
})

test('a table with a company is protected by it', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'company_code' and table_type = 'BASE TABLE'`.execute(db)
  const byCompany = new Set(
    tables
      .filter(({ protection }) => ['company', 'companyOrAll'].includes(String(protection)))
      .map(({ table }) => table),
  )
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !byCompany.has(name)),
    [],
  )
})

test('without a company nothing is visible in any protected table, and nothing can be written', async () => {
  for (const { table, protection } of protectedTables) {
    // Public holidays belong to all.
    const condition = protection === 'companyOrAll' ? 'company_code is not null' : 'true'
    assert.equal(await countRows(asProgram, table, condition), 0, table)
  }
  const row = { companyCode: '001', prefix: 'NONE', last: 1 }
  await assert.rejects(asProgram.insertInto('counter').values(row).execute(), insufficientPrivilege)
})

test('with a company no row of another one is visible, in any table that has a company', async () => {
  for (const { table, protection } of protectedTables) {
    if (protection !== 'company') continue
    assert.equal(await countRows(own, table, "company_code <> '001'"), 0, table)
    assert.equal(await countRows(own, table), await countRows(db, table, "company_code = '001'"), table)
  }
  assert.equal(await countRows(own, 'company'), 1)
  assert.ok((await countRows(across, 'staff')) > (await countRows(own, 'staff')))
})

test('rows of a table without a company follow their parent', async () => {
  const sessions = await countRows(own, 'session')
  const all = await countRows(db, 'session')
  assert.ok(sessions > 0 && all > sessions)
  assert.equal(await countRows(across, 'session'), all)
})

test('a row of another company can be neither inserted nor changed nor taken over', async () => {
  const row = { companyCode: '002', prefix: 'FOREIGN', last: 1 }
  await assert.rejects(own.insertInto('counter').values(row).execute(), insufficientPrivilege)
  const changed = own.updateTable('counter').set({ last: 9 }).where('companyCode', '=', '002')
  assert.equal((await changed.executeTakeFirstOrThrow()).numUpdatedRows, 0n)
  const moved = own.updateTable('counter').set({ companyCode: '002' }).where('prefix', '=', 'BARRIER')
  await assert.rejects(moved.execute(), insufficientPrivilege)
  const deleted = own.deleteFrom('counter').where('companyCode', '=', '002')
  assert.equal((await deleted.executeTakeFirstOrThrow()).numDeletedRows, 0n)
})

test('the company ends with its transaction, also when the next one has none', async () => {
  await own.transaction().execute(async (tx) => assert.ok((await countRows(tx, 'staff')) > 0))
  assert.equal(await countRows(asProgram, 'staff'), 0)
  await assert.rejects(
    own.transaction().execute(async (tx) => {
      await countRows(tx, 'staff')
      throw new Error('rolled back')
    }),
    /rolled back/,
  )
  assert.equal(await countRows(asProgram, 'staff'), 0)
  await assert.rejects(sql`select 1 / 0`.execute(own))
  assert.equal(await countRows(asProgram, 'staff'), 0)
})

test('a value that cannot be sent fails alone: the connection serves the same statement again', async () => {
  const unsendable = {
    toPostgres: () => {
      throw new Error('unsendable')
    },
  }
  const find = (id: unknown) =>
    own
      .selectFrom('staff')
      .select('id')
      .where('id', '=', id as number)
      .execute()
  for (let time = 0; time < 3; time += 1) {
    await assert.rejects(find(unsendable), /unsendable/)
    assert.deepEqual(await find(1), [{ id: 1 }])
    await assert.rejects(find('x'), { code: '22P02' })
  }
})

test('a statement of any kind has its access, also without values and outside a transaction', async () => {
  for (const handle of [own, across, asProgram]) {
    await assert.rejects(sql`truncate counter`.execute(handle), insufficientPrivilege)
    await assert.rejects(sql`create table stray (id int)`.execute(handle), insufficientPrivilege)
    await assert.rejects(sql`comment on table counter is 'stray'`.execute(handle), insufficientPrivilege)
  }
})

test('an unused transaction sends nothing; savepoints and isolation levels work after a refused write', async () => {
  assert.equal(await own.transaction().execute(async () => 5), 5)
  const row = { companyCode: '002', prefix: 'FOREIGN', last: 1 }
  const seen = await own
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`savepoint refused`.execute(tx)
      await assert.rejects(tx.insertInto('counter').values(row).execute(), insufficientPrivilege)
      await sql`rollback to savepoint refused`.execute(tx)
      const { rows } = await sql<{ level: string; people: number }>`
        select current_setting('transaction_isolation') as level, (select count(*) from staff) as people`.execute(
        tx,
      )
      return rows[0]
    })
  assert.deepEqual(seen, { level: 'repeatable read', people: await countRows(own, 'staff') })
})

test('concurrent transactions of two companies see their own rows only', async () => {
  const other = forCompany(asProgram, '002')
  const seen = await Promise.all(
    Array.from({ length: 40 }, (_, n) => {
      const handle = n % 2 === 0 ? own : other
      const read = (of: Database) => of.selectFrom('staff').select('companyCode').distinct().execute()
      return n % 4 < 2 ? handle.transaction().execute(read) : read(handle)
    }),
  )
  for (const [n, rows] of seen.entries()) {
    assert.deepEqual(rows, [{ companyCode: n % 2 === 0 ? '001' : '002' }])
  }
})

test('the log and its seals are only added to, by the program and by whoever works for every company', async () => {
  for (const handle of [own, across]) {
    for (const table of ['audit', 'audit_seal']) {
      for (const change of [`update ${table} set company_code = company_code`, `delete from ${table}`]) {
        await assert.rejects(sql.raw(change).execute(handle), insufficientPrivilege, change)
      }
      await assert.rejects(sql.raw(`truncate ${table}`).execute(handle), insufficientPrivilege)
    }
    for (const change of [
      "update program_version set minimum = '0.0.1'",
      'create table stray (id int)',
      'alter table staff disable row level security',
      'drop policy own_company on staff',
    ]) {
      await assert.rejects(sql.raw(change).execute(handle), insufficientPrivilege, change)
    }
  }
})

test('the eraser changes what erasing needs, and nothing else', async () => {
  const asEraser = (statement: string) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('role', ${roles.eraser}, true)`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
  await asEraser("update staff set mobile = null where status = 'left'")
  for (const refused of [
    'delete from staff',
    'update audit set ip = null',
    'update customer set name = name',
  ]) {
    await assert.rejects(asEraser(refused), insufficientPrivilege, refused)
  }
  // The program's own login cannot become the eraser.
  await assert
    .rejects(
      sql`select count(*) from staff`.execute(acrossCompanies(asProgram, 'erasing')),
      process.env.TEST_DATABASE_URL ? insufficientPrivilege : /^$/,
    )
    .catch((error) => {
      // On the embedded engine the session is the superuser's.
      if (process.env.TEST_DATABASE_URL) throw error
    })
})

test('protecting twice changes nothing', async () => {
  assert.deepEqual(await protectTables(db, roles), [])
})

test('a login that could get past the barrier is refused, with its name and the role to use', () => {
  const app: BarrierState = {
    user: 'houtai_app',
    isUp: true,
    isSuperuser: false,
    bypassesPolicies: false,
    isOwner: false,
    hasTables: true,
    hasRoles: true,
    canEnterAcross: true,
  }
  assert.equal(loginRefusal(app, roles), null)
  for (const [wrong, reason] of [
    [{ isSuperuser: true }, /superuser|超级用户/],
    [{ bypassesPolicies: true }, /BYPASSRLS/],
    [{ isOwner: true }, /属主/],
    [{ canEnterAcross: false }, /houtai_across/],
  ] as const) {
    assert.match(loginRefusal({ ...app, ...wrong }, roles) ?? '', reason)
  }
})

/** The files that reach several companies, by reason. One per line; a new caller needs a decision. */
const ACROSS_CALLERS = [
  'app/commands/auditVerify.ts commands',
  'app/commands/keyReplace.ts commands',
  'app/commands/signInAddresses.ts commands',
  'app/commands/signInUnlock.ts commands',
  'app/commands/staffErase.ts erasing',
  'app/program.ts firstStart',
  'app/program.ts jobs',
  'app/server.ts signIn',
  'app/statementPages.ts signIn',
  'db/barrier.ts headquarters',
]

test('only the listed files reach several companies', () => {
  const callers = readSources()
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/acrossCompanies\([^)]*?'(\w+)'\)/g)].map(([, reason]) => `${path} ${reason}`),
    )
  assert.deepEqual([...new Set(callers)].sort(), ACROSS_CALLERS)
})
