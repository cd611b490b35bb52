/**
 * `npm run backup:list [-- address]`: lists the backups on this machine and at the targets of BACKUP_TO, newest first,
 * or those of one target: `folder:/path`, `s3://bucket/path`, `sftp://user@host/path`.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TargetFile } from '#app/backups/target.ts'
import { isAddress, targetsAt, targetsOf } from '#app/backups/targets.ts'
import { backupFolder } from '#app/database.ts'
import { readSettings, StartError } from '#app/settings.ts'
import { newestFirst } from '#db/backup/retention.ts'
import { endWith } from './commandEnd.ts'

const MIB = 1024 * 1024

async function list(): Promise<string> {
  const args = process.argv.slice(2)
  const settings = readSettings(process.env, args.includes('--demo'))
  const named = args.find((arg) => !arg.startsWith('--'))
  if (named && !isAddress(named)) throw new StartError(`「${named}」不是备份的目的地。${USAGE}`)
  const targets = named ? targetsAt(named, settings) : targetsOf(settings)
  const { signal } = new AbortController()
  const remote = targets.map(async (target) => describe(target.address, await target.list(signal)))
  const local = named
    ? []
    : [describe(backupFolder(settings.dataDir), localFiles(backupFolder(settings.dataDir)))]
  return [...local, ...(await Promise.all(remote))].join('\n')
}

const USAGE = '用法：npm run backup:list -- s3://存储桶/路径（或 folder:/路径、sftp://用户@主机/路径）'

function localFiles(folder: string): TargetFile[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder).map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
}

function describe(place: string, files: readonly TargetFile[]): string {
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]))
  const lines = newestFirst([...sizes.keys()]).map(({ name, at }) => {
    const megabytes = ((sizes.get(name) ?? 0) / MIB).toFixed(1)
    const made = new Date(at).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
    return `  ${name}  ${made}  ${megabytes} MB`
  })
  return [`${place}：${lines.length === 0 ? '没有备份' : `${lines.length} 份`}`, ...lines].join('\n')
}

await endWith(list)
