import { AppError } from '#kit/errors.ts'
import type { AttachmentType } from './contractAttachments.ts'
import {
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_CLAIM_BYTES,
  MAX_DAY_BYTES,
  MAX_DAY_FILES,
  MAX_PIXELS,
} from './contractAttachments.ts'
import { pixelsOf } from './pictureSize.ts'

const ENDINGS: Record<AttachmentType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
}

const SIGNS: [type: AttachmentType, sign: readonly number[]][] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
]

const MAX_NAME = 80

/** What a file is by its first bytes, whatever it is called; throws INVALID where it is none of the three kinds. */
export function typeOf(bytes: Uint8Array): AttachmentType {
  const found = SIGNS.find(([, sign]) => sign.every((byte, at) => bytes[at] === byte))
  if (found) return found[0]
  throw new AppError('INVALID', '这个文件不是 jpg、png 或 pdf，没有上传。请拍照或另存为这几种格式后再传。')
}

/** Throws TOO_LARGE where a file, or all of the claim together, is more than it may be; INVALID where it is empty. */
export function assertFits(bytes: number, of: { count: number; bytes: number }): void {
  if (bytes === 0) throw new AppError('INVALID', '这个文件是空的，没有上传，请重新选择。')
  if (bytes > MAX_ATTACHMENT_BYTES)
    throw new AppError('TOO_LARGE', '一个附件不能超过 10 MB，请压缩或分成几个文件后再传。')
  if (of.count >= MAX_ATTACHMENTS)
    throw new AppError('TOO_LARGE', '一张报销单最多 {n} 个附件，请先删去不需要的。', {
      params: { n: MAX_ATTACHMENTS },
    })
  if (of.bytes + bytes > MAX_CLAIM_BYTES)
    throw new AppError('TOO_LARGE', '这张报销单的附件合计超过 80 MB，请压缩，或分成两张报销单。')
}

/** Throws TOO_MANY where a person has uploaded as much within a day as one may. */
export function assertWithinDay(bytes: number, day: { count: number; bytes: number }): void {
  if (day.count < MAX_DAY_FILES && day.bytes + bytes <= MAX_DAY_BYTES) return
  throw new AppError('TOO_MANY', '您 24 小时内上传的附件已达上限（{n} 个，合计 600 MB），请明天再传。', {
    params: { n: MAX_DAY_FILES },
  })
}

/** Throws TOO_LARGE where a picture says that it has more pixels than a reader's machine should draw. */
export function assertDrawable(bytes: Uint8Array, type: AttachmentType): void {
  if ((pixelsOf(bytes, type) ?? 0) <= MAX_PIXELS) return
  throw new AppError('TOO_LARGE', '这张图片超过 1 亿像素，没有上传。请缩小后再传。')
}

/**
 * The name a file is kept under: no folder, no sign that a terminal or a file system reads, and the ending that its
 * content has.
 */
export function cleanName(name: string, type: AttachmentType): string {
  const bare = (name.split(/[/\\]/).at(-1) ?? '').replace(/\.[^.]*$/, '')
  const kept = [...bare.replace(/[\p{C}<>:"|?*]/gu, '').trim()].slice(0, MAX_NAME).join('')
  return `${kept.replace(/^\.+/, '') || '附件'}.${ENDINGS[type]}`
}
