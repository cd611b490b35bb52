/**
 * `npm run staff:erase`: lists former staff whose mobile number and payee data are due for erasure; `-- --run` erases
 * them. The embedded engine must not be in use: stop the program first. With a PostgreSQL server the program may run.
 */
import { assertSeesAll } from '#app/barrier.ts'
import { readMasterKey } from '#app/masterKey.ts'
import { readSettings } from '#app/settings.ts'
import { openUpToDate } from '#app/upgrade.ts'
import { acrossCompanies } from '#db/barrier.ts'
import { databaseClock } from '#db/clock.ts'
import { deriveKeys } from '#kit/keys.ts'
import { type Erased, eraseLeavers } from '#people/staff/eraseLeavers.ts'
import { endWith } from './commandEnd.ts'

async function erase(): Promise<string> {
  const settings = readSettings(process.env, process.argv.includes('--demo'))
  const run = process.argv.includes('--run')
  const auditKey = deriveKeys(readMasterKey(settings))('audit')
  const say = (text: string) => process.stdout.write(`${text}\n`)
  // The login of requests cannot enter the role that erases.
  const asEraser = { ...settings, databaseUrl: settings.migrateDatabaseUrl ?? settings.databaseUrl }
  const { db: opened, close } = await openUpToDate(asEraser, {
    onLost: (error) => say(error.message),
    onRestart: say,
  })
  const db = acrossCompanies(opened, 'erasing')
  try {
    if (settings.databaseUrl) await assertSeesAll(opened, settings)
    const { clock } = await databaseClock(db)
    const people = await eraseLeavers(db, { now: clock(), auditKey, run })
    const lines = people.map(
      ({ companyCode, username, name, leftOn, days }) =>
        `${companyCode}  ${username}  ${name}  ${leftOn} 离职，保留 ${days} 天已满`,
    )
    return [...lines, ending(people.length, run), ...describeLoggedNumbers(people)].join('\n')
  } finally {
    await close()
  }
}

function ending(count: number, run: boolean): string {
  if (count === 0) return '没有到期的离职资料。'
  if (run) return `已删除 ${count} 人的手机号和收款信息。操作日志保留，其中的手机号和卡号是脱敏的。`
  return `以上 ${count} 人的手机号和收款信息到期。这次没有删除；要删除请加 --run：npm run staff:erase -- --run`
}

/**
 * Full numbers that remain in the audit log: lines from before the log was masked are protected by their hashes and
 * stay.
 */
function describeLoggedNumbers(people: readonly Erased[]): string[] {
  const withFullLines = people.filter(({ fullLines }) => fullLines > 0)
  if (withFullLines.length === 0) return []
  const lineCounts = withFullLines.map(({ username, fullLines }) => `${username} ${fullLines} 条`).join('，')
  return [
    `旧版本写下的操作日志里仍有完整号码：${lineCounts}。这些行受哈希链保护，不会改动；页面上只显示脱敏的号码，能直接读数据库的人可以看到。`,
  ]
}

await endWith(erase)
