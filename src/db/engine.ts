/**
 * The embedded engine's own process: PGlite behind PostgreSQL's protocol on a unix socket. Started by `embedded.ts`
 * only. It holds the data folder's lock for as long as it lives, and ends when its parent does.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** What the engine tells its parent, once. */
export type EngineReport = { ready: true } | { refused: string }

const [dataFolder, socketFolder] = process.argv.slice(2)
if (!dataFolder || !socketFolder || !process.send) throw new Error('started by embedded.ts only')

mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
const pidFile = join(dataFolder, 'engine.pid')

/** An exclusive SQLite transaction is a lock that the system drops with the process, however it dies. */
function lock(folder: string): DatabaseSync | null {
  const side = new DatabaseSync(join(folder, 'engine.lock'))
  try {
    side.exec('pragma locking_mode = exclusive; begin exclusive')
    return side
  } catch {
    side.close()
    return null
  }
}

function holder(): string {
  try {
    return readFileSync(pidFile, 'utf8').trim()
  } catch {
    return '未知'
  }
}

async function report(message: EngineReport): Promise<void> {
  await new Promise<void>((resolve) => process.send?.(message, undefined, {}, () => resolve()))
}

const held = lock(dataFolder)
if (!held) {
  await report({ refused: `数据目录正被另一个进程使用（进程号 ${holder()}）。` })
  process.exit(3)
}
writeFileSync(pidFile, `${process.ppid}\n`)

const engine = await PGlite.create({ dataDir: join(dataFolder, 'pg') })
const server = new PGLiteSocketServer({
  db: engine,
  path: join(socketFolder, '.s.PGSQL.5432'),
  maxConnections: 50,
})
await server.start()

let closing = false
async function close(): Promise<void> {
  if (closing) return
  closing = true
  await server.stop()
  await engine.close()
  held?.close()
  process.exit(0)
}

// The parent alone decides when to stop: a Ctrl-C reaches the whole group, but the parent still has to drain.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('message', (message) => message === 'close' && close())
process.on('disconnect', close)
await report({ ready: true })
