import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { AppError } from './errors.ts'
import { virusScanner } from './virusScan.ts'

const servers: ReturnType<typeof createServer>[] = []
after(() => {
  for (const server of servers) server.close()
})

/** A daemon that speaks ClamAV's protocol and answers with a verdict of the bytes; returns its address. */
async function daemon(answer: (bytes: Buffer, socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (part) => {
      received = Buffer.concat([received, part])
      const file = fileIn(received)
      if (file) answer(file, socket)
    })
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await new Promise((resolve) => server.once('listening', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const COMMAND = 'zINSTREAM\0'

/** The file, once its last piece has arrived. */
function fileIn(received: Buffer): Buffer | null {
  assert.ok(COMMAND.startsWith(received.subarray(0, COMMAND.length).toString()))
  const pieces: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

const isBusy = (error: unknown) => error instanceof AppError && error.code === 'BUSY'

test('a file is sent whole, and the name of its malware returned', async () => {
  const seen: Buffer[] = []
  const address = await daemon((file, socket) => {
    seen.push(file)
    socket.end(file.includes('EICAR') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
  })
  const large = Buffer.alloc(300_000, 'a')
  assert.equal(await virusScanner(address)(large), null)
  assert.ok(seen[0]?.equals(large))
  assert.equal(await virusScanner(address)(Buffer.from('x EICAR x')), 'Eicar-Test-Signature')
  assert.equal(await virusScanner(address)(Buffer.alloc(0)), null)
})

test('without a verdict the file is refused as BUSY', async () => {
  const bytes = Buffer.from('file')
  for (const answer of ['INSTREAM size limit exceeded. ERROR\0', '', 'x'.repeat(5_000)]) {
    const address = await daemon((_file, socket) => socket.end(answer))
    await assert.rejects(virusScanner(address)(bytes), isBusy, answer.slice(0, 20))
  }
  await assert.rejects(virusScanner('127.0.0.1:1')(bytes), isBusy)
  await assert.rejects(virusScanner('/nowhere/clamd.sock')(bytes), isBusy)
  const silent = await daemon(() => {})
  await assert.rejects(virusScanner(silent, 50)(bytes), isBusy)
})
