import { UnreadableFile } from './unreadable.ts'

const MIB = 1024 * 1024

/**
 * Limits of a file. Inflated bytes are counted while they are read; the sizes in the archive's directory are not
 * trusted.
 */
export const limits = {
  fileBytes: 20 * MIB,
  inflatedBytes: 400 * MIB,
  zipEntries: 2_000,
  rows: 200_000,
  columns: 200,
  /**
   * Longer texts are cut. No column of ours accepts as many characters, so that a cut text is never accepted as a whole
   * one.
   */
  cellChars: 2_000,
} as const

/** Throws `too-large` if the file has too many bytes. */
export function assertFileSize(bytes: number): void {
  if (bytes > limits.fileBytes) {
    throw new UnreadableFile('too-large', '文件超过 20 MB，无法导入。请按天或按店铺分成几个文件后重新上传。')
  }
}

/** The error of a file with too many rows. */
export function tooManyRows(): UnreadableFile {
  return new UnreadableFile('too-large', '文件超过 20 万行，无法导入。请按天或按店铺分成几个文件后重新上传。')
}
