import * as z from 'zod'

/** 128 random bits. */
export const FileId = z.string().regex(/^[0-9a-f]{32}$/)

export const FileType = z.enum(['image/jpeg', 'image/png', 'application/pdf'])

export type FileType = z.output<typeof FileType>

/** A photo or document that is stored in the database. */
export const StoredFile = z.object({
  id: z.string(),
  name: z.string(),
  type: FileType,
  bytes: z.int(),
})

export type StoredFile = z.output<typeof StoredFile>

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** A stored file with its content, as an endpoint with `gives: 'file'` returns it. */
export const FileContent = z.object({ name: z.string(), type: FileType, bytes: Bytes })

export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** A larger photo could exhaust the viewer's memory; the whole sensor of a phone has half as many pixels. */
export const MAX_PIXELS = 100_000_000

/** Maximum number of files, and of bytes in total, that a user may upload within 24 hours. */
export const MAX_DAY_FILES = 300
export const MAX_DAY_BYTES = 600 * 1024 * 1024
