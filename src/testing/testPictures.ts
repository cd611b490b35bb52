import { crc32, deflateSync } from 'node:zlib'

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A chunk of a PNG with its length and checksum. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** The header of a PNG with 8 bits for each of red, green and blue. */
export function pngHeader(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 2, 0, 0, 0], 8)
  return pngChunk('IHDR', data)
}

/** A complete PNG of one colour; `more` chunks stand before its image data. */
export function pngPicture(width: number, height: number, more: readonly Buffer[] = []): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3), 0)
  const data = pngChunk('IDAT', deflateSync(rows))
  const end = pngChunk('IEND', Buffer.alloc(0))
  return Buffer.concat([PNG_SIGNATURE, pngHeader(width, height), ...more, data, end])
}

/** A small SVG with this inside its root. */
export function svgPicture(inside = '<path d="M0 0h4v4z"/>', root = 'viewBox="0 0 40 20"'): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`)
}
