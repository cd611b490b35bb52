import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import type { PGlite } from '@electric-sql/pglite'
import { createEngineQueue } from './engineQueue.ts'
import { DATABASE_FOLDER } from './open.ts'
import { SNAPSHOT_SOCKET, serveSnapshots } from './snapshot.ts'

/** A data folder with one file, and the server of its snapshots; `checkpoint` runs instead of the engine's. */
async function serve(context: TestContext, checkpoint: () => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-snapshot-'))
  mkdirSync(join(folder, DATABASE_FOLDER))
  writeFileSync(join(folder, DATABASE_FOLDER, 'file'), 'content')
  const engine = { exec: checkpoint } as unknown as PGlite
  const server: Server = serveSnapshots(engine, createEngineQueue(), folder)
  server.listen(join(folder, SNAPSHOT_SOCKET))
  await once(server, 'listening')
  context.after(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    server,
    request: (name: string): { socket: Socket; target: string } => {
      const target = join(folder, name)
      mkdirSync(target)
      const socket = connect(join(folder, SNAPSHOT_SOCKET))
      socket.write(`${target}\n`)
      return { socket, target }
    },
  }
}

test('a snapshot contains the files of the database', async (context) => {
  const { request } = await serve(context, async () => {})
  const { socket, target } = request('copy')
  assert.equal(await text(socket), 'ok\n')
  assert.ok(existsSync(join(target, DATABASE_FOLDER, 'file')))
})

test('a backup that is stopped while it waits does not stop the engine, and the next one gets its snapshot', async (context) => {
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const { server, request } = await serve(context, () => {
    begun.resolve()
    return mayEnd.promise
  })
  const accepted = once(server, 'connection')
  const { socket } = request('stopped')
  const [serverSide] = await accepted
  await begun.promise
  // The engine answers before it has noticed that nobody listens.
  socket.destroy()
  mayEnd.resolve()
  await new Promise((resolve) => serverSide.on('close', resolve))
  const next = request('next')
  assert.equal(await text(next.socket), 'ok\n')
})

test('a snapshot that cannot be written is answered with the reason', async (context) => {
  const { request } = await serve(context, async () => {
    throw new Error('no space left on device')
  })
  assert.equal(await text(request('copy').socket), 'no space left on device\n')
})
