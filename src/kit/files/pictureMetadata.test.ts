import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jpg, jpgOf, pngOf } from '#finance/reimbursement-bills/testClaims.ts'
import { withoutMetadata } from './pictureMetadata.ts'

const jpeg = (...segments: number[][]) =>
  Buffer.from([0xff, 0xd8, ...segments.flat(), 0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xe1, 0xff, 0xd9])
const segment = (marker: number, content: Iterable<number>) => {
  const bytes = [...content]
  return [0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff, ...bytes]
}
const text = (words: string) => Buffer.from(words, 'latin1')
/** EXIF as a phone writes it: maker, orientation and GPS position. */
const exif = (orientation: number) => [
  ...text('Exif\0\0II*\0\x08\0\0\0\x02\0'),
  0x0f,
  0x01,
  2,
  0,
  4,
  0,
  0,
  0,
  ...text('ACME'),
  0x12,
  0x01,
  3,
  0,
  1,
  0,
  0,
  0,
  orientation,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  ...text('GPS 30.2741 120.1551'),
]

test('a jpg loses EXIF, XMP, IPTC and comments; colour profile, size and image data stay', () => {
  const parts = [
    segment(0xe0, text('JFIF\0')),
    segment(0xe2, text('ICC_PROFILE\0')),
    segment(0xc0, [8, 0, 9, 0, 9, 1]),
  ]
  const withMetadata = jpeg(
    parts[0] ?? [],
    segment(0xe1, exif(1)),
    segment(0xe1, text('http://ns.adobe.com/xap/1.0/\0<x/>')),
    segment(0xed, text('Photoshop 3.0\0Hangzhou')),
    segment(0xfe, text('by 王')),
    ...parts.slice(1),
  )
  assert.deepEqual(withoutMetadata(withMetadata, 'image/jpeg'), jpeg(...parts))
})

test('the orientation of a photo is kept, without other metadata', () => {
  const stripped = withoutMetadata(jpeg(segment(0xe1, exif(6))), 'image/jpeg')
  assert.ok(!stripped.includes('GPS') && !stripped.includes('ACME') && stripped.includes('Exif'))
  assert.deepEqual(withoutMetadata(stripped, 'image/jpeg'), stripped, 'and is read again')
  assert.equal(stripped[2 + 10 + 2 + 17], 6)
})

test('a png loses its texts, EXIF and time; its other chunks stay unchanged', () => {
  const chunk = (name: string, content = 'x') => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(content.length)
    return Buffer.concat([size, text(name), text(content), text('crc!')])
  }
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [
    sign,
    chunk('IHDR', '0123456789abc'),
    chunk('iCCP'),
    chunk('IDAT', 'tEXt'),
    chunk('IEND', ''),
  ]
  const withMetadata = [
    ...parts.slice(0, 2),
    chunk('eXIf', 'GPS'),
    chunk('tEXt'),
    chunk('iTXt'),
    chunk('zTXt'),
    chunk('tIME'),
  ]
  assert.deepEqual(
    withoutMetadata(Buffer.concat([...withMetadata, ...parts.slice(2)]), 'image/png'),
    Buffer.concat(parts),
  )
})

test('a truncated file, a picture without metadata and a PDF stay unchanged', () => {
  for (const [bytes, type] of [
    [jpg('mark'), 'image/jpeg'] as const,
    [Buffer.from([0xff, 0xd8, 0xff]), 'image/jpeg'] as const,
    [pngOf(3, 4), 'image/png'] as const,
    [Buffer.from('%PDF-1.7 Exif'), 'application/pdf'] as const,
  ])
    assert.deepEqual(withoutMetadata(bytes, type), bytes)
  assert.equal(withoutMetadata(jpgOf(3, 4), 'image/jpeg').length, jpgOf(3, 4).length - 8)
})
