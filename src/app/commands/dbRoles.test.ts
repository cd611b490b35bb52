import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { fillWithDemo, SECRET_KEY } from '#app/upgrades/demos.ts'
import { emptyDatabase } from '#testing/testApp.ts'
import { urlOf } from '#testing/testNodes.ts'
import { refusedProgram, startProgram } from '#testing/testProcess.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
const folder = mkdtempSync(join(tmpdir(), 'houtai-roles-'))
/** Roles belong to the whole server, so that this test has its own. */
const PREFIX = `roles_test_${process.pid}`

const db = await emptyDatabase()

after(async () => {
  rmSync(folder, { recursive: true, force: true })
  if (!server) return
  // The database, in which the roles have rights, is gone.
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  for (const kind of ['app', 'owner', 'across', 'eraser'])
    await admin.query(`drop role if exists ${PREFIX}_${kind}`)
  await admin.end()
})

const stateOf = async () => {
  const { rows } = await sql<{ staff: number; forced: number; owner: string }>`
    select (select count(*) from staff) as staff, count(*) filter (where relforcerowsecurity) as forced,
      min(relowner::regrole::text) filter (where relname = 'staff') as owner
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db)
  return rows[0]
}

test('a server’s database of 0.1.0 is upgraded, gets its roles, and is then served by the program’s role only', {
  skip: server ? false : 'needs TEST_DATABASE_URL',
}, async (t) => {
  await fillWithDemo(db, '0.1.0')
  const admin = await urlOf(db, server)
  const common = { SECRET_KEY, DATA_DIR: folder, DATABASE_ROLES: PREFIX }
  const run = (name: string, settings: Record<string, string>, ...args: string[]) =>
    refusedProgram(['--demo', ...args], { ...common, ...settings }, `commands/${name}.ts`)
  const upgraded = await run('migrate', { DATABASE_URL: admin })
  assert.equal(upgraded.code, 0, upgraded.output)
  const before = await stateOf()
  assert.equal(before?.forced, 0)

  const file = join(folder, 'new.env')
  const made = await run('dbRoles', { ADMIN_DATABASE_URL: admin }, `--file=${file}`)
  assert.equal(made.code, 0, made.output)
  assert.match(
    made.output,
    new RegExp(`已建立角色：${PREFIX}_owner、.*\\n已保护 1\\d\\d 张表。\\n.*new\\.env`, 's'),
  )
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const settings = Object.fromEntries(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const { DATABASE_URL = '', MIGRATE_DATABASE_URL = '' } = settings
  assert.match(DATABASE_URL, new RegExp(`//${PREFIX}_app:[\\w-]{43}@`))

  await t.test('the passwords are stored as SCRAM verifiers, and nothing is lost', async () => {
    const { rows } = await sql<{ secret: string }>`
      select rolpassword as secret from pg_authid where rolname in (${`${PREFIX}_app`}, ${`${PREFIX}_owner`})`.execute(
      db,
    )
    assert.equal(rows.length, 2)
    for (const { secret } of rows) assert.match(secret, /^SCRAM-SHA-256\$4096:/)
    const after = await stateOf()
    assert.deepEqual([after?.staff, after?.owner], [before?.staff, `${PREFIX}_owner`])
    assert.ok((after?.forced ?? 0) > 100)
  })

  await t.test('running it again changes nothing; a table that lost its protection is repaired', async () => {
    const again = await run('dbRoles', { ADMIN_DATABASE_URL: admin })
    assert.equal(again.code, 0, again.output)
    assert.match(again.output, /^角色都已存在。\n各表的保护没有变化。\n密码没有改动/)
    await sql`alter table staff no force row level security`.execute(db)
    assert.match((await run('dbRoles', { ADMIN_DATABASE_URL: admin })).output, /已保护 1 张表。/)
  })

  await t.test('the passwords of the settings are set, and one for another login is refused', async () => {
    const set = (settings: Record<string, string>) =>
      run('dbRoles', { ADMIN_DATABASE_URL: admin, ...settings }, '--passwords-from-settings')
    const refused = await set({ DATABASE_URL: MIGRATE_DATABASE_URL, MIGRATE_DATABASE_URL })
    assert.equal(refused.code, 1)
    assert.match(refused.output, new RegExp(`设置 DATABASE_URL 里要有账号 ${PREFIX}_app 和它的密码`))
    const changed = new URL(DATABASE_URL)
    changed.password = 'chosen%2Bpassword'
    const done = await set({ DATABASE_URL: changed.href, MIGRATE_DATABASE_URL })
    assert.equal(done.code, 0, done.output)
    assert.doesNotMatch(done.output, /chosen/)
    const signIn = async (url: string) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.end()
    }
    await signIn(changed.href)
    assert.equal((await set({ DATABASE_URL, MIGRATE_DATABASE_URL })).code, 0)
    await signIn(DATABASE_URL)
  })

  await t.test('a superuser and the owner are refused at the start', async () => {
    const refusal = async (url: string) =>
      refusedProgram(['--demo'], { ...common, DATABASE_URL: url, MIGRATE_DATABASE_URL })
    const asSuperuser = await refusal(admin)
    assert.equal(asSuperuser.code, 1)
    assert.match(asSuperuser.output, /账号 postgres 是数据库的超级用户/)
    const asOwner = await refusal(MIGRATE_DATABASE_URL)
    assert.equal(asOwner.code, 1)
    assert.match(asOwner.output, new RegExp(`账号 ${PREFIX}_owner 是数据表的属主`))
  })

  await t.test(
    'the program serves as its own role: sign-in, reads and writes of an admin of each company',
    async () => {
      const program = await startProgram(['--demo'], { ...common, DATABASE_URL, MIGRATE_DATABASE_URL })
      assert.doesNotMatch(program.output(), /第二道屏障没有打开/)
      const call = (path: string, init: RequestInit = {}) => fetch(`${program.base}/api/${path}`, init)
      const json = { 'content-type': 'application/json' }
      for (const username of ['admin', 'admin2']) {
        const body = JSON.stringify({ type: 'account', username, password: 'Demo@2026' })
        const signedIn = await call('login/account', { method: 'POST', headers: json, body })
        const { data } = (await signedIn.json()) as { data: { token: string } }
        const headers = { authorization: data.token, ...json }
        const stores = (await (await call('stores', { headers })).json()) as { data: { total: number } }
        assert.ok(stores.data.total > 0, username)
        const customer = JSON.stringify({ name: `角色验收 ${username}` })
        const created = await call('customers', { method: 'POST', headers, body: customer })
        assert.equal(created.status, 200, await created.text())
      }
      assert.equal(await program.stop(), 0)
      assert.doesNotMatch(program.output(), /"level":[56]0/)
    },
  )

  await t.test(
    'commands that need every row are refused to the program’s role, and run as the owner',
    async () => {
      for (const [name, ...args] of [['backup', join(folder, 'b.gz')], ['staffErase']] as const) {
        const refused = await run(name, { DATABASE_URL }, ...args)
        assert.equal(refused.code, 1, name)
        assert.match(refused.output, /只能看到一家公司的数据/)
        const done = await run(name, { DATABASE_URL, MIGRATE_DATABASE_URL }, ...args)
        assert.equal(done.code, 0, done.output)
      }
      const verified = await run('auditVerify', { DATABASE_URL })
      assert.equal(verified.code, 0, verified.output)
      assert.match(verified.output, /^001 {2}\d+ 行，完好/m)
      assert.match((await run('migrate', { DATABASE_URL })).output, /^数据库已是最新/m)
    },
  )

  await t.test(
    'the key is replaced for every company by the owner, and not by a login that sees less',
    async () => {
      const path = join(folder, 'next.key')
      const refused = await run('keyReplace', { DATABASE_URL }, path)
      assert.equal(refused.code, 1)
      assert.match(refused.output, /只能看到一家公司的数据/)
      assert.equal(existsSync(path), false)
      const { rows } = await sql<{ cards: number; companies: number }>`
      select count(*) as cards, count(distinct company_code) as companies from reimbursement_bill
      where payee_card_sealed is not null`.execute(db)
      assert.ok(Number(rows[0]?.companies) > 1)

      const done = await run('keyReplace', { DATABASE_URL, MIGRATE_DATABASE_URL }, path)
      assert.equal(done.code, 0, done.output)
      assert.match(done.output, new RegExp(`报销单的银行卡 ${rows[0]?.cards}。`))
      const next = readFileSync(path, 'utf8').trim()
      const former = await refusedProgram(['--demo'], { ...common, DATABASE_URL })
      assert.equal(former.code, 1)
      assert.match(former.output, /密钥与这个数据库不符/)
      const verified = await run('auditVerify', { DATABASE_URL, SECRET_KEY: next })
      assert.equal(verified.code, 0, verified.output)
      const program = await startProgram(['--demo'], { ...common, SECRET_KEY: next, DATABASE_URL })
      assert.equal(await program.stop(), 0)
      assert.doesNotMatch(program.output(), /"level":[56]0/)
    },
  )
})
