import type { FileType } from './storedFile.ts'

/** Offsets of width and height in a PNG's header: after the signature, and the length and name of the first chunk. */
const PNG_WIDTH = 16
const PNG_HEIGHT = 20

/** JPEG segments with the picture's size: SOF0 to SOF15, except for the tables in that range (DHT, JPG, DAC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** JPEG markers without a segment: TEM, RST0 to RST7, SOI. */
const hasNoSegment = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Start of the image data: no more headers follow. */
const START_OF_SCAN = 0xda

/**
 * Returns the number of pixels stated in a picture's header; the picture is not decoded. Null if there is no size, as
 * in a PDF; a picture without one cannot be drawn.
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
    else at += hasNoSegment(marker) ? 2 : 2 + view.getUint16(at + 2)
  }
  return null
}
