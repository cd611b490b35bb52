import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreFolder } from '#db/backup/embedded.ts'
import { decryptionFor, type Encryption } from '#db/backup/encryption.ts'
import { writeBackup } from '#db/backup/write.ts'
import { connect } from '#db/connect.ts'
import { startProgram } from '#testing/testProcess.ts'
import { startCluster } from '../../bench/cluster.ts'
import { FULL, PASSWORD, type Size } from '../../bench/world.ts'
import { must } from '../crash/checks.ts'
import { call, signInAs } from '../crash/program.ts'

const MAX_RESTORE_MINUTES = 30
/** The admin of the bench's data. */
const ACCOUNT = { username: 'admin1', password: PASSWORD }
const ENCRYPTION: Encryption = { key: null, passphrase: '桥下的水往东流' }

const minutesSince = (begun: number) => (performance.now() - begun) / 60_000

/**
 * Restores a backup of 3 million store-days into the embedded engine of a machine that has only the backup and its
 * passphrase, until the program accepts a sign-in and a write. The backup is of a PostgreSQL server: it has the same
 * format, and is filled sooner.
 */
export async function embeddedAtFullSize(size: Size = FULL): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-machine-gone-'))
  const path = join(folder, 'full.backup')
  try {
    const [written, writing] = await backUp(size, path)
    const data = join(folder, 'new-machine')
    mkdirSync(data)
    const begun = performance.now()
    const decryption = decryptionFor(ENCRYPTION)
    const { rows } = await restoreFolder(data, path, { replace: false, now: new Date(), decryption })
    must(rows === written, `${rows} rows restored of ${written}`)
    const restoring = minutesSince(begun)
    await accepts(data)
    const minutes = minutesSince(begun)
    must(minutes < MAX_RESTORE_MINUTES, `restored after ${minutes} minutes`)
    const storeDays = size.stores * size.days
    const megabytes = Math.round(statSync(path).size / 1e6)
    return `${storeDays / 10_000} 万店日，${rows} 行，${megabytes} MB：备份 ${writing.toFixed(1)} 分钟，恢复 ${restoring.toFixed(1)} 分钟，${minutes.toFixed(1)} 分钟后又能登录和写入`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes a backup of the bench's data; returns its rows and the minutes that writing it took. */
async function backUp(size: Size, path: string): Promise<[rows: number, minutes: number]> {
  const cluster = await startCluster(size)
  try {
    const db = connect({ url: cluster.url }, () => {})
    try {
      const begun = performance.now()
      return [
        await writeBackup(db, { path, madeAt: new Date(), encryption: ENCRYPTION }),
        minutesSince(begun),
      ]
    } finally {
      await db.destroy()
    }
  } finally {
    await cluster.stop()
  }
}

/** The program starts on the restored folder, and saves. */
async function accepts(data: string): Promise<void> {
  const program = await startProgram([], { DATA_DIR: data, LOG_LEVEL: 'silent' })
  try {
    const token = await signInAs(program, ACCOUNT)
    const { status, text } = await call(program, 'POST', '/api/customers', token, {
      name: '新机器上的第一家',
    })
    must(status === 200, `the new machine does not write: ${status} ${text}`)
  } finally {
    await program.stop()
  }
}
