import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { connect } from '#db/connect.ts'
import { databaseFault } from './databaseFaults.ts'

/** A message of PostgreSQL's protocol: type, length, content. */
function message(type: string, content: string): Buffer {
  const body = Buffer.from(content, 'latin1')
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

const WELCOME = [message('R', '\0\0\0\0'), message('Z', 'I')]
const DONE = [message('C', 'DONE\0'), message('Z', 'T')]

// The server acknowledges every statement, but breaks the connection when it receives this one.
let breaksAt = ''
const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', () => {
    socket.write(Buffer.concat(WELCOME))
    socket.on('data', (bytes) => {
      if (bytes.toString('latin1').includes(breaksAt)) socket.destroy()
      else socket.write(Buffer.concat(DONE))
    })
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const db = connect({ url: `postgres://nobody@127.0.0.1:${port}/any` }, () => {})
after(async () => {
  await db.destroy()
  server.close()
})

/** The message that the user sees if the connection breaks at the given statement of a transaction. */
async function messageWhenBroken(at: string): Promise<string | undefined> {
  breaksAt = at
  const failure = await db
    .transaction()
    .execute((tx) => sql`update something`.execute(tx))
    .then(() => null)
    .catch((error: Error & { code: string }) => error)
  assert.ok(failure, 'the connection did not break')
  const fault = databaseFault(failure.code)
  assert.equal(fault?.status, 503)
  return fault?.message
}

test('after a break before COMMIT nothing was saved, and the user may retry', async () => {
  for (const statement of ['begin', 'update something']) {
    assert.match((await messageWhenBroken(statement)) ?? '', /没有保存，请稍后再试/)
  }
})

test('after a break during COMMIT the data may be saved, and the user should look first', async () => {
  assert.match((await messageWhenBroken('commit')) ?? '', /可能已经保存。请先刷新查看/)
})

test('a database that is read-only is told in words, not as an error of the program', () => {
  const fault = databaseFault('25006')
  assert.equal(fault?.status, 503)
  assert.match(fault?.message ?? '', /数据库现在只能读，您的操作没有保存/)
})
