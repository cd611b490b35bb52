import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import { withoutMetadata } from './pictureMetadata.ts'
import { type FileType, MAX_DAY_BYTES, MAX_DAY_FILES, MAX_FILE_BYTES, MAX_PIXELS } from './storedFile.ts'

const EXTENSIONS: Record<FileType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
}

const SIGNATURES: [type: FileType, sign: readonly number[]][] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
]

const MAX_NAME = 80

/** A file as it will be stored: its type by content, a random id, and the content without metadata. */
export interface PreparedFile {
  id: string
  name: string
  type: FileType
  bytes: number
  digest: Buffer
  content: Buffer
}

/**
 * Checks an uploaded file and prepares it for storage (docs/decisions/054). Throws INVALID if it is missing, empty or
 * of another type, TOO_LARGE if it has too many bytes or pixels.
 */
export function prepareFile(upload: { name: string; bytes: Buffer } | undefined): PreparedFile {
  if (!upload) throw new AppError('INVALID', '没有收到文件，请重新选择后上传。')
  assertFileSize(upload.bytes.length)
  const type = fileTypeOf(upload.bytes)
  assertDrawable(upload.bytes, type)
  const content = withoutMetadata(upload.bytes, type)
  const digest = createHash('sha256').update(content).digest()
  const id = randomBytes(16).toString('hex')
  return { id, name: cleanName(upload.name, type), type, bytes: content.length, digest, content }
}

/**
 * Returns the type of a file by its first bytes, regardless of its name; throws INVALID if it is none of the three
 * types.
 */
export function fileTypeOf(bytes: Uint8Array): FileType {
  const found = SIGNATURES.find(([, sign]) => sign.every((byte, at) => bytes[at] === byte))
  if (found) return found[0]
  throw new AppError('INVALID', '这个文件不是 jpg、png 或 pdf，没有上传。请拍照或另存为这几种格式后再传。')
}

function assertFileSize(bytes: number): void {
  if (bytes === 0) throw new AppError('INVALID', '这个文件是空的，没有上传，请重新选择。')
  if (bytes > MAX_FILE_BYTES)
    throw new AppError('TOO_LARGE', '一个附件不能超过 10 MB，请压缩或分成几个文件后再传。')
}

/** Throws TOO_MANY if the user has reached the upload limit of 24 hours. */
export function assertWithinDay(bytes: number, day: { count: number; bytes: number }): void {
  if (day.count < MAX_DAY_FILES && day.bytes + bytes <= MAX_DAY_BYTES) return
  throw new AppError('TOO_MANY', '您 24 小时内上传的附件已达上限（{n} 个，合计 600 MB），请明天再传。', {
    values: { n: MAX_DAY_FILES },
  })
}

/** Throws TOO_LARGE if a picture states more pixels than a viewer's machine should draw. */
function assertDrawable(bytes: Uint8Array, type: FileType): void {
  if ((pixelsOf(bytes, type) ?? 0) <= MAX_PIXELS) return
  throw new AppError('TOO_LARGE', '这张图片超过 1 亿像素，没有上传。请缩小后再传。')
}

/**
 * The name under which a file is stored: no folder, no control or reserved characters, and the extension of its content
 * type.
 */
export const cleanName = (name: string, type: FileType): string => safeFileName(name, EXTENSIONS[type])

/** A file name without folder, control and reserved characters, with this extension. */
export function safeFileName(name: string, extension: string): string {
  const baseName = (name.split(/[/\\]/).at(-1) ?? '').replace(/\.[^.]*$/, '')
  const safeName = [...baseName.replace(/[\p{C}<>:"|?*]/gu, '').trim()].slice(0, MAX_NAME).join('')
  return `${safeName.replace(/^\.+/, '') || '附件'}.${extension}`
}

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
function pixelsOf(bytes: Uint8Array, type: FileType): number | null {
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
