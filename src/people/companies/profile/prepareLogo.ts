import { createHash } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Picture, PictureType } from '#kit/files/picture.ts'
import { readPng } from '#kit/files/pngPicture.ts'
import { safeFileName } from '#kit/files/prepareFile.ts'
import { readSvg } from '#kit/files/svgPicture.ts'
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE } from './contract.ts'

/** A logo as it is stored. */
export interface PreparedLogo extends Picture {
  name: string
  digest: Buffer
}

const EXTENSIONS: Record<PictureType, string> = { 'image/png': 'png', 'image/svg+xml': 'svg' }

/**
 * Checks an uploaded logo and writes it again without what a browser could run or load (docs/decisions/109). Throws
 * INVALID if it is missing, damaged or of another type, TOO_LARGE if it has too many bytes, pixels or elements.
 */
export async function prepareLogo(
  upload: { name: string; bytes: Buffer } | undefined,
): Promise<PreparedLogo> {
  if (!upload) throw new AppError('INVALID', '没有收到文件，请重新选择后上传。')
  if (upload.bytes.length > MAX_LOGO_BYTES) throw tooLarge()
  const picture = await readPicture(upload.bytes)
  // Writing may add a few bytes, such as `&amp;`.
  if (picture.content.length > MAX_LOGO_BYTES) throw tooLarge()
  const name = safeFileName(upload.name, EXTENSIONS[picture.type])
  return { ...picture, name, digest: createHash('sha256').update(picture.content).digest() }
}

const tooLarge = () => new AppError('TOO_LARGE', '标志不能超过 1 MB，请压缩后再选。')

/** Reads a picture by the type of its content; its name is not considered. */
function readPicture(bytes: Buffer): Promise<Picture> {
  if (bytes[0] === 0x89) return readPng(bytes, MAX_LOGO_SIDE)
  // An SVG begins with a tag, perhaps after a byte order mark and spaces.
  if (/^\uFEFF?\s*</.test(bytes.toString('utf8', 0, 64))) return readSvg(bytes)
  throw new AppError('INVALID', '标志只能是 PNG 或 SVG 图片，没有上传。请另存为其中一种后再选。')
}
