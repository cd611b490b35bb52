/**
 * `npm run sign-in:addresses -- 001`: lists the addresses from which the people of a company may sign in; `--clear` ends
 * the limit, for a company whose own address has changed so that nobody can sign in. The embedded engine must not be in
 * use: stop the program first. With a PostgreSQL server the program may run.
 */
import type { KeyObject } from 'node:crypto'
import { readMasterKey } from '#app/masterKey.ts'
import { readSettings, StartError } from '#app/settings.ts'
import { openUpToDate } from '#app/upgrade.ts'
import { acrossCompanies } from '#db/barrier.ts'
import { databaseClock } from '#db/clock.ts'
import type { Database } from '#db/connect.ts'
import { deriveKeys } from '#kit/keys.ts'
import { addressLines, getAddressRule, putAddressRule } from '#people/sign-in/addresses/queries.ts'
import { writeSystemAudit } from '#platform/audit-logs/queries.ts'
import { endWith } from './commandEnd.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

async function addresses(): Promise<string> {
  const args = process.argv.slice(2)
  const settings = readSettings(process.env, args.includes('--demo'))
  const [code] = args.filter((arg) => !arg.startsWith('--'))
  if (!code) throw new StartError('请写上公司编号：npm run sign-in:addresses -- 001')
  const { db: opened, close } = await openUpToDate(settings, {
    onLost: (error) => say(error.message),
    onRestart: say,
  })
  const db = acrossCompanies(opened, 'commands')
  try {
    const company = await db.selectFrom('company').select('name').where('code', '=', code).executeTakeFirst()
    if (!company) throw new StartError(`没有编号为 ${code} 的公司。`)
    const key = deriveKeys(readMasterKey(settings))('audit')
    return args.includes('--clear') ? await clear(db, code, key) : await list(db, code)
  } finally {
    await close()
  }
}

async function list(db: Database, code: string): Promise<string> {
  const lines = addressLines(await getAddressRule(db, code))
  if (lines.length === 0) return `公司 ${code} 不限制登录的地址。`
  const how = `要取消限制请加 --clear：npm run sign-in:addresses -- ${code} --clear`
  return [`公司 ${code} 只能从这些地址登录：`, ...lines.map((line) => `  ${line}`), how].join('\n')
}

async function clear(db: Database, code: string, key: KeyObject): Promise<string> {
  const { clock } = await databaseClock(db)
  return db.transaction().execute(async (tx) => {
    const before = await getAddressRule(tx, code)
    if (before.addresses.length === 0) return `公司 ${code} 不限制登录的地址，没有改动。`
    const rule = { companyCode: code, addresses: [], notes: [], updatedAt: clock(), updatedBy: null }
    if (!(await putAddressRule(tx, rule, before.version))) {
      throw new StartError('这项设置刚被别人改过，请再运行一次。')
    }
    const changes = { signInAddresses: [addressLines(before), []] as [unknown, unknown] }
    const line = { action: 'update', entity: 'company' as const, recordId: code, companyCode: code, changes }
    await writeSystemAudit(tx, line, clock(), key)
    return `已取消公司 ${code} 对登录地址的限制，原来有 ${before.addresses.length} 个地址。`
  })
}

await endWith(addresses)
