/**
 * The process of the embedded engine: PGlite with PostgreSQL's protocol on a unix socket. Started by `embedded.ts`
 * only. It holds the lock of the data folder while it runs, and exits when its parent does.
 */
import type { Server } from 'node:net'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { errorPath, fileErrorReason, UnusablePathError } from '#db/paths.ts'
import { createEngineQueue } from './engineQueue.ts'
import { lockFolder, readHolder } from './lock.ts'
import { type EngineCommand, EXIT, sendToParent } from './messages.ts'
import { OpenError, openFolder } from './open.ts'
import { SNAPSHOT_SOCKET, serveSnapshots } from './snapshot.ts'
import { startUpkeep } from './upkeep.ts'
import { serveWire } from './wire.ts'

const [dataFolder, socketFolder, durability] = process.argv.slice(2)
if (!dataFolder || !socketFolder || !process.send) throw new Error('started by embedded.ts only')

// Only the parent stops this process: Ctrl-C signals the whole process group, but the parent has to drain first.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('message', (order: EngineCommand) => order === 'ping' && sendToParent({ kind: 'pong' }))

async function refuse(sentence: string, inUse: boolean): Promise<never> {
  await sendToParent({ kind: 'refused', sentence, inUse })
  process.exit(EXIT.refused)
}

/** Refuses the start with a sentence for errors that the operator can correct; rethrows all others. */
async function refuseOnError<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OpenError || error instanceof UnusablePathError) return refuse(error.message, false)
    const reason = fileErrorReason(error)
    if (reason === null) throw error
    return refuse(`${errorPath(error) || '数据目录'} 不能使用：${reason}。`, false)
  }
}

const before = readHolder(dataFolder)
const lock =
  (await refuseOnError(() => lockFolder(dataFolder, { pid: process.ppid, socketFolder }))) ??
  (await refuse(`数据目录正被另一个进程使用（进程号 ${before?.pid ?? '未知'}）。`, true))

const engine: PGlite = await refuseOnError(() => openFolder(dataFolder, durability === 'durable'))

let reportedLimit: number | null = null
/** Reports only changes to the parent: most turns have the default limit. */
function reportLimit(seconds: number | null): void {
  if (seconds === reportedLimit) return
  reportedLimit = seconds
  void sendToParent({ kind: 'patience', seconds })
}

const queue = createEngineQueue()
const stopUpkeep = startUpkeep({ engine, queue, now: () => new Date(), onLimit: reportLimit })

async function listen(server: Server, name: string): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(join(socketFolder ?? '', name), resolve))
  return server
}

const servers = await Promise.all([
  listen(serveWire({ engine, queue, onLimit: reportLimit }), '.s.PGSQL.5432'),
  listen(serveSnapshots(engine, queue, dataFolder), SNAPSHOT_SOCKET),
])

let closing = false
/**
 * Stops accepting connections, waits for the current turn, then closes PostgreSQL, which writes its final checkpoint.
 */
async function close(): Promise<void> {
  if (closing) return
  closing = true
  stopUpkeep()
  for (const server of servers) server.close()
  await queue.acquire()
  await engine.close()
  lock.release()
  process.exit(0)
}

process.on('message', (order: EngineCommand) => order === 'close' && close())
process.on('disconnect', close)
// If the parent was killed while the files were opened, its `disconnect` event came before the listener was added.
if (process.connected) await sendToParent({ kind: 'ready' })
else await close()
