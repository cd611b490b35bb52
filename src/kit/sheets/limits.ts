import { UnreadableFile } from './unreadable.ts'

const MIB = 1024 * 1024

/** What a file may hold. Inflated bytes are counted as they come, never believed from the archive's own directory. */
export const limits = {
  fileBytes: 20 * MIB,
  inflatedBytes: 400 * MIB,
  zipEntries: 2_000,
  rows: 200_000,
  columns: 200,
  /** Longer texts are cut here; no column of ours takes as much, so that a cut text never passes for a whole one. */
  cellChars: 2_000,
} as const

/** Throws `too-large` where the file has more bytes than allowed. */
export function assertFileSize(bytes: number): void {
  if (bytes > limits.fileBytes) {
    throw new UnreadableFile('too-large', '文件超过 20 MB，无法导入。请按天或按店铺分成几个文件后重新上传。')
  }
}

/** The error of a file with too many rows. */
export function tooManyRows(): UnreadableFile {
  return new UnreadableFile('too-large', '文件超过 20 万行，无法导入。请按天或按店铺分成几个文件后重新上传。')
}
