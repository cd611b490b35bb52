import type { FileType } from './storedFile.ts'

/** JPEG segments with metadata such as place, time and owner: EXIF and XMP, IPTC, and comments. */
const METADATA_MARKERS = [0xe1, 0xed, 0xfe]

const START_OF_SCAN = 0xda

/** JPEG markers without a segment: TEM, RST0 to RST7, SOI. */
const hasNoSegment = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** PNG chunks with such metadata: EXIF, texts (including XMP), and the time of the last change. */
const PNG_METADATA_CHUNKS = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']

const PNG_SIGN_BYTES = 8
/** Length, name and checksum of a PNG chunk. */
const PNG_CHUNK_BYTES = 12

/**
 * Removes the metadata of a picture except its orientation. The image data stays unchanged. If the file cannot be
 * parsed as segments or chunks, the rest is kept as it is; a PDF is returned unchanged.
 */
export function withoutMetadata(bytes: Buffer, type: FileType): Buffer {
  if (type === 'image/png') return pngWithoutMetadata(bytes)
  return type === 'image/jpeg' ? jpegWithoutMetadata(bytes) : bytes
}

function jpegWithoutMetadata(bytes: Buffer): Buffer {
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === START_OF_SCAN) break
    const size = jpegPartSize(bytes, at, marker)
    if (at + size > bytes.length) break
    const segment = bytes.subarray(at, at + size)
    if (!METADATA_MARKERS.includes(marker)) parts.push(segment)
    else if (readOrientation(segment) > 1) parts.push(orientationSegment(readOrientation(segment)))
    at += size
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}

/** The number of bytes of a marker and its segment. */
function jpegPartSize(bytes: Buffer, at: number, marker: number): number {
  // 0xff may be repeated before a marker.
  if (marker === 0xff) return 1
  return hasNoSegment(marker) ? 2 : 2 + bytes.readUInt16BE(at + 2)
}

/** After marker and length: `Exif`, two zero bytes, then TIFF. */
const TIFF_AT = 10
const ORIENTATION = 0x0112
const IFD_ENTRY_BYTES = 12

/** The orientation in a JPEG's EXIF segment (EXIF 2.3, tag 0x0112): 1 to 8; 1 if there is none. */
function readOrientation(segment: Buffer): number {
  if (segment.toString('latin1', 4, TIFF_AT) !== 'Exif\0\0' || segment.length < TIFF_AT + 8) return 1
  const isLittle = segment.toString('latin1', TIFF_AT, TIFF_AT + 2) === 'II'
  const word = (at: number) => (isLittle ? segment.readUInt16LE(at) : segment.readUInt16BE(at))
  const first = TIFF_AT + (isLittle ? segment.readUInt32LE(TIFF_AT + 4) : segment.readUInt32BE(TIFF_AT + 4))
  if (first + 2 > segment.length) return 1
  for (let entry = 0; entry < word(first); entry += 1) {
    const at = first + 2 + entry * IFD_ENTRY_BYTES
    if (at + IFD_ENTRY_BYTES > segment.length) return 1
    const orientation = word(at + 8)
    if (word(at) === ORIENTATION) return orientation >= 1 && orientation <= 8 ? orientation : 1
  }
  return 1
}

/** An EXIF segment with the orientation only. */
function orientationSegment(orientation: number): Buffer {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  const head = [0xff, 0xe1, 0, 2 + 6 + tiff.length, ...Buffer.from('Exif\0\0')]
  return Buffer.from([...head, ...tiff])
}

function pngWithoutMetadata(bytes: Buffer): Buffer {
  const parts: Buffer[] = [bytes.subarray(0, PNG_SIGN_BYTES)]
  let at = PNG_SIGN_BYTES
  while (at + PNG_CHUNK_BYTES <= bytes.length) {
    const size = PNG_CHUNK_BYTES + bytes.readUInt32BE(at)
    if (at + size > bytes.length) break
    if (!PNG_METADATA_CHUNKS.includes(bytes.toString('latin1', at + 4, at + 8)))
      parts.push(bytes.subarray(at, at + size))
    at += size
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}
