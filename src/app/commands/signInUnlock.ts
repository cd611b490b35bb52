/**
 * `npm run sign-in:unlock -- NAME`: opens a user name that is locked after failed sign-ins, for the last admin, whom no
 * other admin can help. `--new-password` also sets a one-time password, `--no-second-factor` removes the second factor;
 * both end all sessions of the person. The embedded engine must not be in use: stop the program first. With a
 * PostgreSQL server the program may run.
 */
import { readMasterKey } from '#app/masterKey.ts'
import { readSettings, type Settings, StartError } from '#app/settings.ts'
import { openUpToDate } from '#app/upgrade.ts'
import { acrossCompanies } from '#db/barrier.ts'
import { databaseClock } from '#db/clock.ts'
import type { Database } from '#db/connect.ts'
import { deriveKeys } from '#kit/keys.ts'
import { hashPassword, oneTimePassword } from '#kit/secret.ts'
import { clearAllFailures, deleteSessionsOf } from '#people/sessions/queries.ts'
import { deleteFactor } from '#people/sign-in/second-factor/queries.ts'
import { type Credentials, findCredentials, setPassword } from '#people/staff/queries.ts'
import { writeSystemAudit } from '#platform/audit-logs/queries.ts'
import { endWith } from './commandEnd.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

/** How the command logs what it did. */
type Log = (action: string) => Promise<void>

async function unlock(): Promise<string> {
  const args = process.argv.slice(2)
  const settings = readSettings(process.env, args.includes('--demo'))
  const [name] = args.filter((arg) => !arg.startsWith('--'))
  if (!name) throw new StartError('请写上用户名：npm run sign-in:unlock -- 用户名')
  const { db: opened, close } = await openUpToDate(settings, {
    onLost: (error) => say(error.message),
    onRestart: say,
  })
  const db = acrossCompanies(opened, 'commands')
  try {
    const staff = await findCredentials(db, name.normalize('NFKC').toLowerCase())
    if (!staff) throw new StartError(`没有在职的员工使用用户名 ${name}。`)
    return await help(db, settings, staff, {
      withPassword: args.includes('--new-password'),
      withoutFactor: args.includes('--no-second-factor'),
    })
  } finally {
    await close()
  }
}

interface Wanted {
  withPassword: boolean
  withoutFactor: boolean
}

async function help(db: Database, settings: Settings, staff: Credentials, wanted: Wanted): Promise<string> {
  const key = deriveKeys(readMasterKey(settings))('audit')
  const { clock } = await databaseClock(db)
  const password = wanted.withPassword ? oneTimePassword() : null
  const hash = password && (await hashPassword(password))
  const lines = await db.transaction().execute(async (tx) => {
    const { id: recordId, companyCode } = staff
    const log: Log = (action) =>
      writeSystemAudit(tx, { action, entity: 'staff', recordId, companyCode, changes: {} }, clock(), key)
    await clearAllFailures(tx, staff)
    await log('unlock-sign-in')
    const done = [`已解除用户名 ${staff.username} 的登录限制。`]
    if (wanted.withPassword || wanted.withoutFactor) await deleteSessionsOf(tx, staff.id)
    if (hash && password) {
      await setPassword(tx, staff.id, { hash, mustChange: true }, { id: staff.id, at: clock() })
      await log('reset-password')
      done.push(`新的一次性密码：${password}（只显示这一次，登录后必须修改）`)
    }
    if (wanted.withoutFactor) done.push(await removeFactor(tx, staff.id, log))
    return done
  })
  return lines.join('\n')
}

async function removeFactor(db: Database, staffId: number, log: Log): Promise<string> {
  if (!(await deleteFactor(db, staffId))) return '此人没有两步验证，没有改动。'
  await log('reset-second-factor')
  return '已关闭两步验证，恢复码作废。'
}

await endWith(unlock)
