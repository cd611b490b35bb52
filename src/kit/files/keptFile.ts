import * as z from 'zod'

/** 128 random bits. */
export const FileId = z.string().regex(/^[0-9a-f]{32}$/)

export const FileType = z.enum(['image/jpeg', 'image/png', 'application/pdf'])

export type FileType = z.output<typeof FileType>

/** A photo or a paper that is kept in the database. */
export const KeptFile = z.object({
  id: z.string(),
  name: z.string(),
  type: FileType,
  bytes: z.int(),
})

export type KeptFile = z.output<typeof KeptFile>

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** The same with its content, as an endpoint answers that gives a file. */
export const FileContent = z.object({ name: z.string(), type: FileType, bytes: Bytes })

export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** A photo of more pixels would fill the memory of whoever looks at it; a phone's whole sensor has half of that. */
export const MAX_PIXELS = 100_000_000

/** So many files, and so large together, may a person upload within 24 hours. */
export const MAX_DAY_FILES = 300
export const MAX_DAY_BYTES = 600 * 1024 * 1024
