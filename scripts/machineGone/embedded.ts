import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUCKET, S3_KEY, S3_REGION, startTestS3 } from '#app/backups/testS3.ts'
import { withEngine } from '#db/backup/embedded.ts'
import { newestBackup, nextBackupName } from '#db/backup/retention.ts'
import { type Running, refusedProgram } from '#testing/testProcess.ts'
import { must, pause } from '../crash/checks.ts'
import { call, killProgram, signIn, startOn } from '../crash/program.ts'
import { lossOf, startWrites } from './acknowledged.ts'

/** A backup is due this long after the one before. */
const HOUR_MS = 60 * 60_000
const MAX_RESTORE_MINUTES = 30
/** How long clients write before a backup and after it. */
const WRITING_MS = 10_000
const BACKUP_PATIENCE_MS = 300_000

/** A place outside the machine, with the settings that reach it. */
interface Elsewhere {
  address: string
  settings: Record<string, string>
  names: () => string[]
}

/** The embedded engine with copies of its backups in a folder of another machine. */
export function embeddedToFolder(): Promise<string> {
  return withFolder(async (folder) => {
    const share = join(folder, 'share')
    mkdirSync(share)
    return loseAndRestore(folder, {
      address: `folder:${share}`,
      settings: {},
      names: () => readdirSync(share),
    })
  })
}

/** The embedded engine with copies of its backups in an S3 store, which checks each signature. */
export function embeddedToS3(): Promise<string> {
  return withFolder(async (folder) => {
    const s3 = await startTestS3()
    const settings = {
      S3_ENDPOINT: s3.endpoint,
      S3_REGION,
      S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
    }
    const names = () => [...s3.objects.keys()].map((key) => key.replace('houtai/', ''))
    try {
      return await loseAndRestore(folder, { address: `s3://${BUCKET}/houtai`, settings, names })
    } finally {
      await s3.close()
    }
  })
}

async function withFolder(work: (folder: string) => Promise<string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-machine-gone-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function loseAndRestore(folder: string, elsewhere: Elsewhere): Promise<string> {
  const dataDir = join(folder, 'machine')
  const settings = {
    ...elsewhere.settings,
    BACKUP_TO: elsewhere.address,
    RATE_LIMIT: '100000',
    BUDGET_FACTOR: '1000',
  }
  const kept = join(folder, 'kept-apart.key')
  const first = await startOn({ ...settings, DATA_DIR: dataDir })
  copyFileSync(join(dataDir, 'secret.key'), kept)
  await copied(elsewhere, null)
  await anHourLater(first, dataDir)

  const before = newestBackup(elsewhere.names())?.number ?? 0
  const program = await startOn({ ...settings, DATA_DIR: dataDir })
  const writes = startWrites(program.base, await signIn(program))
  await pause(WRITING_MS)
  const madeAt = await copied(elsewhere, before)
  await pause(WRITING_MS)
  killProgram(program)
  const lostAt = Date.now()
  rmSync(dataDir, { recursive: true })
  must(!existsSync(join(dataDir, 'secret.key')), 'the key is still on the machine')
  await writes.stop()

  const newDir = join(folder, 'new-machine')
  const environment = { ...settings, DATA_DIR: newDir, SECRET_KEY_FILE: kept }
  const begun = performance.now()
  const restored = await refusedProgram([elsewhere.address, '--newest'], environment, 'commands/restore.ts')
  must(restored.code === 0, `the restore failed: ${restored.output}`)
  const found = await withEngine(newDir, true, async (db) => {
    const rows = await db.selectFrom('customer').select('name').execute()
    return new Set(rows.map(({ name }) => name))
  })
  const minutes = await continues(environment, begun)
  const { acknowledged, lost, lostSeconds } = lossOf(lostAt, found, writes.all)
  // The second in the name of the backup is that at which it began.
  must(lostSeconds <= (lostAt - madeAt) / 1000 + 1, `lost ${lostSeconds} s, but the backup is newer`)
  must(lostSeconds * 1000 < HOUR_MS, `lost ${lostSeconds} s`)
  must(minutes < MAX_RESTORE_MINUTES, `restored after ${minutes} minutes`)
  return `${acknowledged} 笔确认的写入里丢了备份之后的 ${lost} 笔（${lostSeconds.toFixed(1)} 秒）；每小时一次备份，最多丢一小时；${(minutes * 60).toFixed(1)} 秒后又能登录和写入`
}

/** Waits for a copy with a higher number, and returns when its backup was made, in ms since 1970. */
async function copied({ names }: Elsewhere, after: number | null): Promise<number> {
  const until = performance.now() + BACKUP_PATIENCE_MS
  for (;;) {
    const newest = newestBackup(names())
    if (newest && newest.number > (after ?? 0)) return newest.at
    must(performance.now() < until, 'no backup arrived at the target')
    await pause(200)
  }
}

/** Stops the program and dates its backup an hour back, as if it had stood for so long: the next start makes another. */
async function anHourLater(program: Running, dataDir: string): Promise<void> {
  await program.stop()
  const backups = join(dataDir, 'backups')
  const newest = newestBackup(readdirSync(backups))
  must(newest !== null, 'no backup on the machine')
  const earlier = nextBackupName([], new Date(newest.at - HOUR_MS))
  renameSync(join(backups, newest.name), join(backups, earlier))
}

/** The new machine accepts the old password, writes, keeps the audit chain and makes a backup with the next number. */
async function continues(environment: Record<string, string>, begun: number): Promise<number> {
  const program = await startOn(environment)
  const token = await signIn(program)
  const { status, text } = await call(program, 'POST', '/api/customers', token, { name: '新机器上的第一家' })
  must(status === 200, `the new machine does not write: ${status} ${text}`)
  const minutes = (performance.now() - begun) / 60_000
  await program.stop()
  const verified = await refusedProgram([], environment, 'commands/auditVerify.ts')
  must(verified.code === 0, `the audit chain is broken: ${verified.output}`)
  return minutes
}
