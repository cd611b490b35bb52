/**
 * The embedded engine's own process: PGlite behind PostgreSQL's protocol on a unix socket. Started by `embedded.ts`
 * only. It holds the data folder's lock for as long as it lives, and ends when its parent does.
 */
import type { Server } from 'node:net'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { PathUnusable, pathOf, reasonOf } from '#db/paths.ts'
import { lastHolder, lockFolder } from './lock.ts'
import type { EngineOrder } from './messages.ts'
import { EXIT, tell } from './messages.ts'
import { CannotOpen, openFolder } from './open.ts'
import { SNAPSHOT_SOCKET, serveSnapshots } from './snapshot.ts'
import { makeTurns } from './turns.ts'
import { startUpkeep } from './upkeep.ts'
import { serveWire } from './wire.ts'

const [dataFolder, socketFolder, durability] = process.argv.slice(2)
if (!dataFolder || !socketFolder || !process.send) throw new Error('started by embedded.ts only')

// The parent alone decides when to stop: a Ctrl-C reaches the whole group, but the parent still has to drain.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('message', (order: EngineOrder) => order === 'ping' && tell({ kind: 'pong' }))

async function refuse(sentence: string, inUse: boolean): Promise<never> {
  await tell({ kind: 'refused', sentence, inUse })
  process.exit(EXIT.refused)
}

/** Refuses with a sentence for what the operator can correct; everything else is a fault of the program. */
async function orRefuse<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CannotOpen || error instanceof PathUnusable) return refuse(error.message, false)
    const reason = reasonOf(error)
    if (reason === null) throw error
    return refuse(`${pathOf(error) || '数据目录'} 不能使用：${reason}。`, false)
  }
}

const before = lastHolder(dataFolder)
const lock =
  (await orRefuse(() => lockFolder(dataFolder, { pid: process.ppid, socketFolder }))) ??
  (await refuse(`数据目录正被另一个进程使用（进程号 ${before?.pid ?? '未知'}）。`, true))

const engine: PGlite = await orRefuse(() => openFolder(dataFolder, durability === 'durable'))

let patience: number | null = null
/** The parent hears of a change only: most turns have the usual limit. */
function onPatience(seconds: number | null): void {
  if (seconds === patience) return
  patience = seconds
  void tell({ kind: 'patience', seconds })
}

const turns = makeTurns()
const stopUpkeep = startUpkeep({ engine, turns, now: () => new Date(), onPatience })

async function listen(server: Server, name: string): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(join(socketFolder ?? '', name), resolve))
  return server
}

const servers = await Promise.all([
  listen(serveWire({ engine, turns, onPatience }), '.s.PGSQL.5432'),
  listen(serveSnapshots(engine, turns, dataFolder), SNAPSHOT_SOCKET),
])

let closing = false
/** In order: nobody new, whoever has the turn finishes, then PostgreSQL's own last checkpoint. */
async function close(): Promise<void> {
  if (closing) return
  closing = true
  stopUpkeep()
  for (const server of servers) server.close()
  await turns.take()
  await engine.close()
  lock.release()
  process.exit(0)
}

process.on('message', (order: EngineOrder) => order === 'close' && close())
process.on('disconnect', close)
// A parent that was killed while this one opened its files is never heard to leave.
if (process.connected) await tell({ kind: 'ready' })
else await close()
