import type { DemoAccounts } from '#kit/demoAccounts.ts'
import type { FirstAdmin } from './firstAdmin.ts'
import { masterKeyPath } from './masterKey.ts'
import type { Settings } from './settings.ts'

/** Width of a text in terminal columns; a Chinese character takes two. */
function width(text: string): number {
  return [...text].reduce((sum, character) => sum + (/[⺀-￦]/u.test(character) ? 2 : 1), 0)
}

/** Formats rows as a table; each column is as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(widest[index] ?? 0, width(cell))),
    [],
  )
  const pad = (cell: string, index: number) => cell + ' '.repeat((widths[index] ?? 0) - width(cell))
  return rows.map((row) => `  ${row.map(pad).join('   ').trimEnd()}\n`).join('')
}

/** Text that is printed once, when the first admin is created. */
export function firstAdminText({ username, oneTimePassword }: FirstAdmin): string {
  const password = oneTimePassword ?? '（见设置 ADMIN_PASSWORD）'
  const note = oneTimePassword ? '这个密码只显示这一次，首次登录后必须修改。\n' : ''
  return `\n已创建首位管理员（公司 001）：\n${table([
    ['用户名', username],
    ['密码', password],
  ])}${note}\n`
}

/** Text that is printed once, with the first admin: the installation's key must be kept. */
export function keyAdviceText({ secretKey, secretKeyFile, dataDir }: Settings): string {
  const place = secretKey ? '设置 SECRET_KEY' : `文件 ${secretKeyFile ?? masterKeyPath(dataDir)}`
  return `密钥在${place}。请现在就抄一份，存到别的机器、密码管理器或纸上，不要和备份放在一起：\n没有它，加密的备份打不开，恢复出来的程序也不能启动。查看：npm run backup:key\n\n`
}

/** Printed when a demo starts: the accounts, and the link and code of a merchant's statement. */
export interface DemoEntries extends DemoAccounts {
  statement: { token: string; code: string }
}

/** The accounts as rows of a table, with its header. */
function accountRows({ password, accounts }: DemoAccounts): string[][] {
  const rows = accounts.map(({ username, role, company, sees }) => [username, password, role, company, sees])
  return [['账号', '密码', '角色', '公司', '能看到'], ...rows]
}

const BACKUPS = '每小时一次，已加密。请把密钥另存到别处，不要和备份放在一起：npm run backup:key'

/** The server's address and data source; in the demo also the accounts and the merchant's page. */
export function addressText(settings: Settings, port: number, demo: DemoEntries): string {
  const host = settings.host === '0.0.0.0' || settings.host === '::' ? '127.0.0.1' : settings.host
  const shown = host.includes(':') ? `[${host}]` : host
  const address = `http://${shown}:${port}`
  const rows = [
    ['地址', address],
    ['数据', settings.databaseUrl ? 'PostgreSQL（DATABASE_URL）' : settings.dataDir],
    ...(settings.demo || settings.databaseUrl ? [] : [['备份', BACKUPS]]),
  ]
  const title = `\n${settings.title}${settings.demo ? '（演示）' : ''}已启动\n${table(rows)}`
  if (!settings.demo) return `${title}\n`
  const { token, code } = demo.statement
  const merchant = table([
    ['地址', `${address}/s/${token}`],
    ['提取码', code],
  ])
  return `${title}\n演示账号：\n${table(accountRows(demo))}\n商家对账页（商家不用账号）：\n${merchant}\n按 Ctrl+C 停止。\n\n`
}
