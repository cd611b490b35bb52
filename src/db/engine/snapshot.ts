import { cpSync } from 'node:fs'
import type { Server } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { PGlite } from '@electric-sql/pglite'
import { FILES } from './open.ts'
import type { Turns } from './turns.ts'

/** The name of the socket beside PostgreSQL's own, on which one asks for a copy. */
export const SNAPSHOT_SOCKET = 'snapshot'

/**
 * Serves one request a connection: a line with an empty folder, into which the database's files are copied while nobody
 * has the turn. The answer is `ok`, or why not. A backup is then read from the copy, and nobody waits for it.
 */
export function serveSnapshots(engine: PGlite, turns: Turns, dataFolder: string): Server {
  return createServer((socket) => {
    socket.on('error', () => {})
    createInterface(socket).once('line', async (target) => {
      const giveBack = await turns.take()
      try {
        await engine.exec('checkpoint')
        cpSync(join(dataFolder, FILES), join(target, FILES), { recursive: true })
        socket.end('ok\n')
      } catch (error) {
        socket.end(`${(error as Error).message}\n`)
      } finally {
        giveBack()
      }
    })
  })
}
