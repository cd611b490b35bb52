import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { decryptChunks, encryptChunks, TAG_BYTES } from './cipher.ts'
import { decryptionFor, type Encryption, keyId, newFileSecret, WITHOUT_KEYS } from './encryption.ts'
import { BackupError, RowSum } from './format.ts'
import { verifyBackup } from './read.ts'

const ROOT = new URL('../../..', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'houtai-encryption-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const KEY = randomBytes(32)
const PASSPHRASE = '马蹄莲 ２ staple'
const BY_KEY = { key: KEY, passphrase: null }
const BY_BOTH = { key: KEY, passphrase: PASSPHRASE }
const BY_PASSPHRASE = { key: null, passphrase: PASSPHRASE }

/** A backup of one table as gzip; random rows, so that it fills several chunks. */
const PACKED = (() => {
  const header = {
    houtai: 'backup',
    format: 1,
    madeAt: new Date(0).toISOString(),
    migrations: [],
    sequences: {},
  }
  const rows = Array.from({ length: 400 }, () => JSON.stringify({ value: randomBytes(600).toString('hex') }))
  const sum = new RowSum()
  for (const row of rows) sum.add(row)
  const lines = [JSON.stringify(header), '{"table":"setting"}', ...rows]
  return gzipSync(`${[...lines, JSON.stringify({ end: { setting: sum.result() } })].join('\n')}\n`)
})()

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all
}

/** The parts of an encrypted file: its header and its chunks. */
async function encrypted(encryption: Encryption, packed = PACKED) {
  const { header, ...secret } = await newFileSecret(encryption)
  return { header, chunks: await collect(encryptChunks(secret, Readable.from([packed]))) }
}

function save(name: string, ...parts: Buffer[]): string {
  const path = join(folder, name)
  writeFileSync(path, Buffer.concat(parts))
  return path
}

const refused = (reason: RegExp) => (error: Error) => {
  assert.ok(error instanceof BackupError, error.stack)
  assert.match(error.message, reason)
  assert.match(error.message, /^[^\n]*。$/)
  return true
}

test('any stream is decrypted to the same bytes, and every chunk is as long as its text and a tag', async () => {
  const chunkBytes = 64
  const secret = {
    dataKey: KEY,
    noncePrefix: randomBytes(7),
    headerHash: createHash('sha256').digest(),
    chunkBytes,
  }
  const parts = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(parts, async (list) => {
      const buffers = list.map((part) => Buffer.from(part))
      const text = Buffer.concat(buffers)
      const sealed = Buffer.concat(await collect(encryptChunks(secret, Readable.from(buffers))))
      const count = Math.max(1, Math.ceil(text.length / chunkBytes))
      assert.equal(sealed.length, text.length + count * TAG_BYTES)
      const opened = Buffer.concat(await collect(decryptChunks(secret, Readable.from([sealed]), count)))
      assert.ok(opened.equals(text))
    }),
  )
})

test('a file is opened by its key or by its passphrase, in any Unicode form', async () => {
  const both = await encrypted(BY_BOTH)
  const path = save('both', both.header, ...both.chunks)
  assert.ok(both.chunks.length > 3)
  assert.equal(await verifyBackup(path, decryptionFor(BY_KEY)), 400)
  assert.equal(await verifyBackup(path, decryptionFor(BY_PASSPHRASE)), 400)
  const typed = async () => '马蹄莲 2 staple'
  assert.equal(await verifyBackup(path, { keys: [randomBytes(32)], passphrase: typed }), 400)
  const never = () => assert.fail('asked although the key fits')
  assert.equal(await verifyBackup(path, { keys: [randomBytes(32), KEY], passphrase: never }), 400)
  const byPassphrase = await encrypted(BY_PASSPHRASE)
  const second = save('by-passphrase', byPassphrase.header, ...byPassphrase.chunks)
  assert.equal(await verifyBackup(second, decryptionFor(BY_BOTH)), 400)
})

test('two backups of the same data have nothing in common', async () => {
  const [first, second] = [await encrypted(BY_KEY), await encrypted(BY_KEY)]
  assert.ok(!first.chunks[0]?.equals(second.chunks[0] ?? Buffer.alloc(0)))
  assert.ok(!first.header.equals(second.header))
  for (const secret of [KEY.toString('base64'), KEY.toString('hex')]) {
    assert.ok(!first.header.toString().includes(secret))
  }
})

test('a missing or wrong key and a wrong passphrase each have their sentence', async () => {
  const [keyed, both] = [await encrypted(BY_KEY), await encrypted(BY_BOTH)]
  const path = save('keyed', keyed.header, ...keyed.chunks)
  const withBoth = save('with-both', both.header, ...both.chunks)
  const other = randomBytes(32)
  const id = keyId(KEY)
  await assert.rejects(
    verifyBackup(path, WITHOUT_KEYS),
    refused(new RegExp(`是加密的.*需要编号 ${id} 的密钥`)),
  )
  await assert.rejects(
    verifyBackup(path, decryptionFor({ key: other, passphrase: PASSPHRASE })),
    refused(new RegExp(`现在的密钥编号是 ${keyId(other)}，需要编号 ${id}`)),
  )
  await assert.rejects(verifyBackup(withBoth, WITHOUT_KEYS), refused(/BACKUP_PASSPHRASE/))
  await assert.rejects(
    verifyBackup(withBoth, decryptionFor({ key: null, passphrase: 'not the passphrase' })),
    refused(/口令不对/),
  )
})

test('a changed, cut, lengthened or reordered file is refused with what happened to it', async () => {
  const { header, chunks } = await encrypted(BY_KEY)
  const other = await encrypted(BY_KEY)
  const [first = header, second = header, third = header, ...rest] = chunks
  const last = chunks.at(-1) ?? header
  const flipped = Buffer.from(second)
  flipped[100] = (flipped[100] ?? 0) ^ 1
  const damaged: [RegExp, Buffer[]][] = [
    [/第 2 段已损坏/, [header, first, flipped, third, ...rest]],
    [/第 1 段已损坏/, [header, ...other.chunks]],
    [/文件不完整，后面的部分没有了/, [header, ...chunks.slice(0, -1)]],
    [/文件不完整，或最后一段已损坏/, [header, ...chunks.slice(0, -1), last.subarray(0, -1)]],
    [/文件不完整，或最后一段已损坏/, [header, first, second.subarray(0, 1_000)]],
    [/文件不完整，或最后一段已损坏/, [header]],
    [/顺序被改动过，第 2 段其实是第 3 段/, [header, first, third, second, ...rest]],
    [/顺序被改动过，第 2 段其实是第 1 段/, [header, first, first, third, ...rest]],
    [/顺序被改动过，第 2 段其实是第 3 段/, [header, first, third, ...rest]],
    [/文件头已损坏/, [header.subarray(0, -10)]],
  ]
  for (const [reason, parts] of damaged) {
    await assert.rejects(verifyBackup(save('damaged', ...parts), decryptionFor(BY_KEY)), refused(reason))
  }
})

test('a chunk after the final one is refused', async () => {
  const { header, ...secret } = await newFileSecret(BY_KEY)
  const full = gzipSync(randomBytes(300_000), { level: 0 }).subarray(0, secret.chunkBytes)
  const chunks = await collect(encryptChunks(secret, Readable.from([full])))
  const path = save('longer', header, ...chunks, randomBytes(100))
  await assert.rejects(verifyBackup(path, decryptionFor(BY_KEY)), refused(/结尾之后还有别的内容/))
})

test('a header that was changed is refused, and never makes a passphrase costly', async () => {
  const { header, chunks } = await encrypted(BY_BOTH)
  const changed = {
    chunkBytes: '"chunkBytes":65537',
    n: '"n":1048576,"r":64',
    slots: '"slots":[]',
  }
  const from = { chunkBytes: /"chunkBytes":\d+/, n: /"n":\d+,"r":\d+/, slots: /"slots":\[.*\]/ }
  for (const name of ['chunkBytes', 'n', 'slots'] as const) {
    const text = header.toString().replace(from[name], changed[name])
    const path = save(`header-${name}`, Buffer.from(text), ...chunks)
    await assert.rejects(verifyBackup(path, decryptionFor(BY_PASSPHRASE)), BackupError, name)
  }
  const wrapped = header.toString().replace(/"wrapped":"...../, '"wrapped":"AAAAA')
  const path = save('header-wrapped', Buffer.from(wrapped), ...chunks)
  await assert.rejects(verifyBackup(path, decryptionFor(BY_KEY)), refused(/文件头已损坏/))
})

test('the backups of earlier versions, which are not encrypted, can be read with and without keys', async () => {
  const path = new URL('src/app/upgrades/demo-0.1.0.gz', ROOT).pathname
  const rows = await verifyBackup(path, WITHOUT_KEYS)
  assert.ok(rows > 40_000)
  assert.equal(await verifyBackup(path, decryptionFor(BY_BOTH)), rows)
})

test('the script in docs/backups.md decrypts a backup without the program', async () => {
  const page = readFileSync(new URL('docs/backups.md', ROOT), 'utf8')
  const [, code] = /```js\n([\s\S]*?)```/.exec(page) ?? []
  assert.ok(code)
  const script = join(folder, 'decrypt.mjs')
  writeFileSync(script, code)
  const { header, chunks } = await encrypted(BY_BOTH)
  const [path, target] = [save('foreign', header, ...chunks), join(folder, 'foreign.gz')]
  const run = (environment: Record<string, string>, from = path) =>
    promisify(execFile)(process.execPath, [script, from, target], { env: environment })
  for (const [name, value] of [
    ['BACKUP_KEY', KEY.toString('base64')],
    ['BACKUP_PASSPHRASE', PASSPHRASE],
  ] as const) {
    await run({ [name]: value })
    assert.ok(readFileSync(target).equals(PACKED))
    rmSync(target)
  }
  await assert.rejects(run({ BACKUP_KEY: randomBytes(32).toString('base64') }), /no slot/)
  const cut = save('foreign-cut', header, ...chunks.slice(0, -1))
  await assert.rejects(run({ BACKUP_PASSPHRASE: PASSPHRASE }, cut))
})
