import { crc32, deflateSync } from 'node:zlib'

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
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const image = deflateSync(Buffer.concat(rows), { level: 1 })
  return Buffer.concat([sign, chunk('IHDR', header), chunk('IDAT', image), chunk('IEND', Buffer.alloc(0))])
}
