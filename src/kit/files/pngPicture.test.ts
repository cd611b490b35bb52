import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { PNG_SIGNATURE, pngChunk, pngHeader, pngPicture } from '#testing/testPictures.ts'
import { readPng } from './pngPicture.ts'

const MAX = 2_000
const refused = (bytes: Buffer, code: 'INVALID' | 'TOO_LARGE') =>
  assert.rejects(readPng(bytes, MAX), (error: { code?: string }) => error.code === code)

test('a complete PNG keeps its picture and its size', async () => {
  const bytes = pngPicture(30, 20)
  assert.deepEqual(await readPng(bytes, MAX), { type: 'image/png', content: bytes, width: 30, height: 20 })
})

test('metadata, animation frames and what follows the end are dropped', async () => {
  const text = Buffer.from('Author\0Zhang')
  const more = ['tEXt', 'eXIf', 'acTL', 'tIME', 'prVt'].map((name) => pngChunk(name, text))
  const { content } = await readPng(
    Buffer.concat([pngPicture(4, 4, more), Buffer.from('<script>1</script>')]),
    MAX,
  )
  assert.deepEqual(content, pngPicture(4, 4))
})

test('colours and resolution are kept', async () => {
  const profile = pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]))
  assert.deepEqual((await readPng(pngPicture(4, 4, [profile]), MAX)).content, pngPicture(4, 4, [profile]))
})

test('a picture that is too wide or too high is refused; the largest allowed is accepted', async () => {
  await refused(pngPicture(2_001, 1), 'TOO_LARGE')
  await refused(pngPicture(1, 2_001), 'TOO_LARGE')
  assert.equal((await readPng(pngPicture(2_000, 2_000), MAX)).width, 2_000)
})

test('a truncated, damaged or empty picture is refused', async () => {
  const whole = pngPicture(9, 9)
  for (const length of [0, 8, 20, 33, whole.length - 13, whole.length - 1])
    await refused(whole.subarray(0, length), 'INVALID')
  const damaged = Buffer.from(whole)
  damaged[45] = (damaged[45] ?? 0) ^ 1
  await refused(damaged, 'INVALID')
  await refused(pngPicture(0, 4), 'INVALID')
  await refused(Buffer.from('<svg/>'), 'INVALID')
})

test('image data that states another number of rows, or expands without end, is refused', async () => {
  const end = pngChunk('IEND', Buffer.alloc(0))
  for (const bytes of [10, 4_000_000]) {
    const data = pngChunk('IDAT', deflateSync(Buffer.alloc(bytes)))
    await refused(Buffer.concat([PNG_SIGNATURE, pngHeader(4, 4), data, end]), 'INVALID')
  }
})
