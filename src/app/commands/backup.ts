/**
 * `npm run backup [-- file]`: backs up everything into one file, for either engine, whether the program runs or not.
 * Without a file name it is stored with the hourly backups. With `--demo` it backs up the demo's data.
 */
import { dirname, resolve } from 'node:path'
import { assertSeesAll } from '#app/barrier.ts'
import { assertServer, nextBackupPath } from '#app/database.ts'
import { readSettings, type Settings } from '#app/settings.ts'
import { backUpFolder } from '#db/backup/embedded.ts'
import { writeBackup } from '#db/backup/write.ts'
import { connect } from '#db/connect.ts'
import { createFolder } from '#db/paths.ts'
import { endWith } from './commandEnd.ts'

async function backUp(): Promise<string> {
  const settings = readSettings(process.env, process.argv.includes('--demo'))
  const named = process.argv.slice(2).find((arg) => !arg.startsWith('--'))
  const now = new Date()
  const path = named ? resolve(named) : nextBackupPath(settings.dataDir, now)
  createFolder(dirname(path))
  const rows = await (settings.databaseUrl
    ? fromServer(settings, path, now)
    : backUpFolder(settings.dataDir, path, now))
  const key =
    '密钥（SECRET_KEY 或 secret.key）不在备份里，请另行保管：没有它，操作日志无法核验，两步验证要重设。'
  return `已备份 ${rows} 行到 ${path}，并已读回核对。\n${key}`
}

async function fromServer(settings: Settings, path: string, now: Date): Promise<number> {
  const url = settings.migrateDatabaseUrl ?? settings.databaseUrl ?? ''
  const db = connect({ url }, () => {}, { max: 1 })
  try {
    await assertServer(db)
    await assertSeesAll(db, settings)
    return await writeBackup(db, path, now)
  } finally {
    await db.destroy()
  }
}

await endWith(backUp)
