import { AppError } from '#kit/errors.ts'
import { UnreadableFile } from '#kit/sheets/unreadable.ts'
import type { Upload } from '#kit/upload.ts'
import type { Alias } from './reader/columns.ts'
import type { Field, FilePlatform } from './reader/fields.ts'
import type { ImportOptions } from './reader/parse.ts'
import { type PartHandler, readImportFile } from './reader/readImportFile.ts'

/**
 * Reads an upload in a worker, which passes its parts to `take`. If the headers do not determine the platform,
 * `platform`, that of the chosen store, is tried. The upload's bytes are transferred and empty afterwards. Throws
 * INVALID, TOO_LARGE or BUSY with the reader's message.
 */
export async function readUpload(
  upload: Upload,
  naming: { aliases: Alias[]; mapping: Record<string, Field> },
  platform: FilePlatform | undefined,
  handlePart: PartHandler,
): Promise<void> {
  const options: ImportOptions = { fileName: upload.name, ...naming, otherwise: platform }
  await readImportFile(upload.bytes, options, handlePart).catch((error: unknown) => {
    throw toAppError(error)
  })
}

/** Converts the error of an unreadable file to one with the reader's message; returns other errors unchanged. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof UnreadableFile)) return error
  const { kind, message, values, rows, headers } = error
  const code = kind === 'too-large' ? 'TOO_LARGE' : 'INVALID'
  return new AppError(code, message, { values, data: { rows, headers } })
}
