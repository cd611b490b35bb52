import { deflateSync } from 'node:zlib'
import { PNG_SIGNATURE, pngChunk } from '#testing/testPictures.ts'

/** A unique photo, large enough to be reduced before the upload. */
export function photo(): Buffer {
  const [width, height] = [2400, 3200]
  const row = Buffer.alloc(1 + width)
  const noise = Buffer.alloc(width)
  const rows = Array.from({ length: height }, () => {
    crypto.getRandomValues(noise.subarray(0, 400))
    noise.copy(row, 1)
    return Buffer.from(row)
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const image = deflateSync(Buffer.concat(rows), { level: 1 })
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', image),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
