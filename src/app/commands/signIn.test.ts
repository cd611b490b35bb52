import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connect, type Database } from '#db/connect.ts'
import { startEngine } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { hashPassword, verifyPassword } from '#kit/secret.ts'
import { MIN_WORK, NOON } from '#testing/testApp.ts'
import { refusedProgram } from '#testing/testProcess.ts'
import { seedWorld } from '#testing/testWorld.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-sign-in-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const DATA_DIR = join(folder, 'data')
const SETTINGS = { DATA_DIR, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }

async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const engine = await startEngine(DATA_DIR)
  const db = connect({ socketFolder: engine.socketFolder }, () => {})
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await engine.close()
  }
}

before(async () => {
  const passwordHash = await hashPassword('Demo@2026', MIN_WORK)
  await inDatabase(async (db) => {
    await migrate(db)
    await seedWorld(db, passwordHash)
    await db
      .insertInto('signInStreak')
      .values([
        { name: 'admin2', failures: 100, lastAt: NOON },
        { name: 'head', failures: 100, lastAt: NOON },
      ])
      .execute()
    const addresses = { addresses: ['203.0.113.0/24'], notes: ['三楼'] }
    await db
      .insertInto('signInAddressRule')
      .values({ companyCode: '002', ...addresses, updatedAt: NOON, updatedBy: null })
      .execute()
  })
})

const unlock = (...args: string[]) => refusedProgram(args, SETTINGS, 'commands/signInUnlock.ts')
const addresses = (...args: string[]) => refusedProgram(args, SETTINGS, 'commands/signInAddresses.ts')

test('sign-in:unlock opens a locked name, and with the option sets a one-time password', async () => {
  assert.match((await unlock()).output, /请写上用户名/)
  const { code, output } = await unlock('ADMIN2', '--new-password', '--no-second-factor')
  assert.equal(code, 0, output)
  const [, password = ''] = /一次性密码：(\S+?)（/.exec(output) ?? []
  assert.match(output, /已解除用户名 admin2 的登录限制。[\s\S]*此人没有两步验证，没有改动。/)
  await inDatabase(async (db) => {
    const names = await db.selectFrom('signInStreak').select('name').execute()
    assert.deepEqual(names, [{ name: 'head' }])
    const person = await db
      .selectFrom('staff')
      .select(['passwordHash', 'mustChangePassword'])
      .where('username', '=', 'admin2')
      .executeTakeFirstOrThrow()
    assert.equal(person.mustChangePassword, true)
    assert.equal(await verifyPassword(password, person.passwordHash), true)
    const actions = await db.selectFrom('audit').select(['action', 'companyCode']).orderBy('id').execute()
    assert.deepEqual(actions, [
      { action: 'unlock-sign-in', companyCode: '002' },
      { action: 'reset-password', companyCode: '002' },
    ])
  })
})

test('sign-in:addresses lists the addresses of a company, and with the option ends the limit', async () => {
  assert.match((await addresses()).output, /请写上公司编号/)
  assert.match((await addresses('002')).output, /只能从这些地址登录：\n {2}203\.0\.113\.0\/24 三楼\n/)
  const { code, output } = await addresses('002', '--clear')
  assert.equal(code, 0, output)
  assert.match(output, /已取消公司 002 对登录地址的限制/)
  await inDatabase(async (db) => {
    const [rule] = await db.selectFrom('signInAddressRule').select(['addresses', 'version']).execute()
    assert.deepEqual(rule, { addresses: [], version: 2 })
    const [line] = await db.selectFrom('audit').select('changes').where('entity', '=', 'company').execute()
    assert.deepEqual(line?.changes, { signInAddresses: [['203.0.113.0/24 三楼'], []] })
  })
})
