import { cpSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { PGlite } from '@electric-sql/pglite'
import type { EngineQueue } from './engineQueue.ts'
import { DATABASE_FOLDER } from './open.ts'

/** The name of the socket for snapshot requests, next to PostgreSQL's socket. */
export const SNAPSHOT_SOCKET = 'snapshot'

/**
 * Serves one request per connection: a line with the path of an empty folder. Copies the database's files into it while
 * no client has the turn, and responds with `ok` or an error message. The backup reads the copy, so that clients need
 * not wait for it.
 */
export function serveSnapshots(engine: PGlite, queue: EngineQueue, dataFolder: string): Server {
  return createServer((socket) => {
    const lines = createInterface(socket)
    // A backup that was stopped closes its connection before the answer: nobody is left to tell, and the engine goes on.
    // The lines repeat the errors of their socket.
    socket.on('error', () => {})
    lines.on('error', () => {})
    lines.once('line', async (target) => {
      const release = await queue.acquire()
      try {
        await engine.exec('checkpoint')
        cpSync(join(dataFolder, DATABASE_FOLDER), join(target, DATABASE_FOLDER), { recursive: true })
        socket.end('ok\n')
      } catch (error) {
        socket.end(`${(error as Error).message}\n`)
      } finally {
        release()
      }
    })
  })
}
