import type { FileType } from './keptFile.ts'

/** Where a PNG's header has width and height: behind its sign, the length and the name of the first chunk. */
const PNG_WIDTH = 16
const PNG_HEIGHT = 20

/** JPEG segments that say how large the picture is: SOF0 to SOF15 but for the tables among them (DHT, JPG, DAC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** JPEG markers without a segment: TEM, RST0 to RST7, SOI. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** The picture's data begins: no header follows. */
const START_OF_SCAN = 0xda

/**
 * How many pixels a picture says it has, by its header; the picture itself is not decoded. Null where it says nothing,
 * as a PDF: what has no size there cannot be drawn either.
 */
export function pixelsOf(bytes: Uint8Array, type: FileType): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === 'image/png') return pngPixels(view)
  return type === 'image/jpeg' ? jpegPixels(view) : null
}

function pngPixels(view: DataView): number | null {
  if (view.byteLength < PNG_HEIGHT + 4) return null
  return view.getUint32(PNG_WIDTH) * view.getUint32(PNG_HEIGHT)
}

function jpegPixels(view: DataView): number | null {
  let at = 2
  while (at + 9 <= view.byteLength) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === START_OF_SCAN) return null
    if (isFrame(marker)) return view.getUint16(at + 5) * view.getUint16(at + 7)
    // 0xff may be repeated before a marker.
    if (marker === 0xff) at += 1
    else at += isBare(marker) ? 2 : 2 + view.getUint16(at + 2)
  }
  return null
}
