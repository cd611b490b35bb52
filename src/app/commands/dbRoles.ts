/**
 * `ADMIN_DATABASE_URL=postgres://… npm run db:roles`: creates or repairs the roles of the second barrier on a PostgreSQL
 * server, the ownership of the tables, grants and policies (decision 126). It may be repeated, also while the program
 * runs. The passwords of new roles are printed once; `-- --file=PATH` writes them to a new file (0600) instead, and
 * `--new-passwords` sets new ones for existing roles. `--passwords-from-settings` sets those of DATABASE_URL and
 * MIGRATE_DATABASE_URL instead, and prints none.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { assertServer } from '#app/database.ts'
import { readSettings, type Settings, StartError } from '#app/settings.ts'
import { connect } from '#db/connect.ts'
import { type SetUp, setPassword, setUpRoles } from '#db/roles.ts'
import { newToken } from '#kit/secret.ts'
import { endWith } from './commandEnd.ts'

const args = process.argv.slice(2)
const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)

async function makeRoles(): Promise<string> {
  const settings = readSettings(process.env, false)
  const url = settings.adminDatabaseUrl
  if (!url) {
    throw new StartError(
      '请用 ADMIN_DATABASE_URL 写明数据库管理员的地址，库名与 DATABASE_URL 相同：ADMIN_DATABASE_URL=postgres://postgres:密码@主机:5432/库名 npm run db:roles',
    )
  }
  const db = connect({ url }, () => {}, { max: 1 })
  try {
    await assertServer(db, 'ADMIN_DATABASE_URL')
    const { roles } = settings
    const given = args.includes('--passwords-from-settings') ? givenPasswords(settings) : null
    const done = await setUpRoles(db, roles)
    if (given) {
      for (const [role, password] of given) await setPassword(db, role, password)
      return [...describe(done, settings), '密码已改成设置里的。'].join('\n')
    }
    const lines: string[] = []
    for (const [setting, role] of [
      ['DATABASE_URL', roles.app],
      ['MIGRATE_DATABASE_URL', roles.owner],
    ] as const) {
      if (!done.created.includes(role) && !args.includes('--new-passwords')) continue
      const password = newToken()
      await setPassword(db, role, password)
      lines.push(`${setting}=${addressOf(url, role, password)}`)
    }
    return [...describe(done, settings), ...handOver(lines)].join('\n')
  } finally {
    await db.destroy()
  }
}

/** The passwords that the settings have for the roles. Throws `StartError` if one is missing or for another login. */
function givenPasswords({
  databaseUrl,
  migrateDatabaseUrl,
  roles,
}: Settings): [role: string, password: string][] {
  const given = [
    ['DATABASE_URL', roles.app, databaseUrl],
    ['MIGRATE_DATABASE_URL', roles.owner, migrateDatabaseUrl],
  ] as const
  return given.map(([setting, role, address]) => {
    const url = address ? new URL(address) : null
    const password = decodeURIComponent(url?.password ?? '')
    // The verifier of other characters would depend on how each client normalizes them.
    if (url?.username !== role || !/^[!-~]+$/.test(password)) {
      throw new StartError(
        `设置 ${setting} 里要有账号 ${role} 和它的密码（字母、数字和半角符号）。没有改动。`,
      )
    }
    return [role, password]
  })
}

/**
 * The administrator's address with another login. An administrator signs in through the server's socket by the name of
 * the system account; a password works on the network only, so the address is then this machine's own.
 */
function addressOf(adminUrl: string, role: string, password: string): string {
  const url = new URL(adminUrl)
  if (url.hostname.startsWith('%2F') || url.searchParams.get('host')?.startsWith('/')) {
    url.hostname = '127.0.0.1'
    url.searchParams.delete('host')
  }
  url.username = role
  url.password = password
  return url.href
}

const WITHOUT_INDEXES =
  '按名称搜索和部分报表暂时用不上索引（结果一样，数据多时慢一些）：数据库还是空的，或管理员不是超级用户。首次启动后，请用超级用户再运行一次。'

function describe({ created, previousOwners, tables, indexes }: SetUp, { roles }: Settings): string[] {
  const news = [
    created.length > 0 ? `已建立角色：${created.join('、')}。` : '角色都已存在。',
    tables.length > 0 ? `已保护 ${tables.length} 张表。` : '各表的保护没有变化。',
    ...(indexes ? [] : [WITHOUT_INDEXES]),
  ]
  if (previousOwners.length === 0) return news
  const revokes = previousOwners.map((login) => `  revoke ${roles.owner} from "${login}";`)
  return [
    ...news,
    `数据表的属主改成了 ${roles.owner}。仍用原来账号（${previousOwners.join('、')}）运行的程序照常工作；全部改用新账号后，请在数据库里执行：`,
    ...revokes,
  ]
}

/** Prints the settings with the new passwords, or writes them to the file that the operator named. */
function handOver(lines: readonly string[]): string[] {
  const next =
    '改好设置后重新启动程序。MIGRATE_DATABASE_URL 用来升级数据库，备份、恢复和清除离职资料的命令也用它。'
  if (lines.length === 0) return ['密码没有改动；忘记了请加 --new-passwords。']
  const file = option('file')
  if (!file) return ['请写进程序的环境（只显示这一次）：', ...lines.map((line) => `  ${line}`), next]
  const path = resolve(file)
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  return [`新的设置已写入 ${path}（只有当前用户可读）。`, next]
}

await endWith(makeRoles)
