import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import { AppError } from '#kit/errors.ts'
import type { Picture } from './picture.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Bytes of a chunk around its data: length, name and checksum. */
const FRAME_BYTES = 12

/** Size of the data of IHDR. */
const HEADER_BYTES = 13

/**
 * The chunks that are kept: the picture, its colours and its resolution. All others are dropped: metadata, the frames
 * of an animation, and what programs add for themselves.
 */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'cHRM', 'gAMA', 'sRGB', 'iCCP', 'pHYs', 'IDAT', 'IEND'])

/** Samples per pixel by colour type (PNG specification, 11.2.2). */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

interface Chunk {
  name: string
  data: Buffer
  /** With its length, name and checksum. */
  whole: Buffer
}

/**
 * Reads a PNG and writes it again from the chunks that draw it; what follows its end is dropped. Throws INVALID if it is
 * no complete PNG, TOO_LARGE if a side has more than `maxSide` pixels.
 */
export async function readPng(bytes: Buffer, maxSide: number): Promise<Picture> {
  const chunks = chunksOf(bytes)
  const header = chunks[0]
  if (header?.name !== 'IHDR' || header.data.length !== HEADER_BYTES || chunks.at(-1)?.name !== 'IEND')
    throw broken()
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  if (width === 0 || height === 0) throw broken()
  if (width > maxSide || height > maxSide) {
    throw new AppError('TOO_LARGE', '图片的宽和高都不能超过 {n} 像素，没有上传。请缩小后再选。', {
      values: { n: maxSide },
    })
  }
  await assertDrawn(chunks, header.data, { width, height })
  const content = Buffer.concat([
    SIGNATURE,
    ...chunks.filter(({ name }) => KEPT.has(name)).map(({ whole }) => whole),
  ])
  return { type: 'image/png', content, width, height }
}

/** The chunks up to IEND; an incomplete or damaged one ends the list. */
function chunksOf(bytes: Buffer): Chunk[] {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw broken()
  const chunks: Chunk[] = []
  let at = SIGNATURE.length
  while (at + FRAME_BYTES <= bytes.length && chunks.at(-1)?.name !== 'IEND') {
    const end = at + FRAME_BYTES + bytes.readUInt32BE(at)
    if (end > bytes.length) break
    const [named, data] = [bytes.subarray(at + 4, end - 4), bytes.subarray(at + 8, end - 4)]
    if (crc32(named) !== bytes.readUInt32BE(end - 4)) break
    chunks.push({ name: named.toString('latin1', 0, 4), data, whole: bytes.subarray(at, end) })
    at = end
  }
  return chunks
}

/** Throws INVALID unless the compressed image data contains every row that the header states, and no more. */
async function assertDrawn(
  chunks: readonly Chunk[],
  header: Buffer,
  { width, height }: { width: number; height: number },
): Promise<void> {
  const [depth = 0, colourType = -1, , , interlaced = 0] = header.subarray(8)
  const rowBytes = 1 + Math.ceil((width * depth * (SAMPLES[colourType] ?? 0)) / 8)
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data))
  // The seven passes of an interlaced picture have up to two rows' starts per row, and each pass rounds up.
  const most = rowBytes * height * 2 + width + height
  try {
    const rows = await promisify(inflate)(packed, { maxOutputLength: most })
    if (interlaced === 0 && rows.length !== rowBytes * height) throw broken()
  } catch (error) {
    throw error instanceof AppError ? error : broken()
  }
}

const broken = () => new AppError('INVALID', '这个 PNG 文件不完整或已损坏，没有上传。请重新导出后再选。')
