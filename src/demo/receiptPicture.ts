import { crc32, deflateSync } from 'node:zlib'
import { random } from './random.ts'

const WIDTH = 96
const HEIGHT = 128

/** A small grey PNG that resembles a receipt; deterministic by `seed`. */
export function receiptPicture(seed: string): Buffer {
  const chance = random(`receipt ${seed}`)
  const lengths = Array.from({ length: 16 }, () => chance.between(20, WIDTH - 24))
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const line = Math.floor(y / 8)
    const isInk = y % 8 < 3 && line > 0 && line < 15
    const shade = (x: number) => (isInk && x > 10 && x < 10 + (lengths[line] ?? 0) ? 0x60 : 0xf4)
    // The filter type byte of each row: 0, no filter.
    return Buffer.from([0, ...Array.from({ length: WIDTH }, (_, x) => shade(x))])
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header[8] = 8 // bit depth
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const image = deflateSync(Buffer.concat(rows))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', image),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
