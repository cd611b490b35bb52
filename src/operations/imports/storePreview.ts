import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { type Clock, type Day, today } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import type { Upload } from '#kit/upload.ts'
import { findAliases } from './aliases/queries.ts'
import { ImportableStores } from './importableStores.ts'
import { PreviewWriter } from './previewWriter.ts'
import { type Field, filePlatforms } from './reader/fields.ts'
import { readUpload } from './readUpload.ts'
import { dayProblem } from './rules.ts'

/** An upload, with its user and the choices made in the form. */
export interface UploadRequest extends Pick<Context, 'spend'> {
  db: Database
  actor: Actor
  clock: Clock
  upload: Upload
  input: {
    storeId?: number | undefined
    on?: Day | undefined
    mapping?: Record<string, Field> | undefined
    instead?: number | undefined
  }
}

/**
 * Reads an upload and stores it as a preview; returns the batch's id. Each step commits separately, so that a large
 * file does not block other requests; the batch is hidden until the last step. Throws what `readUpload` throws, INVALID
 * for an impossible day, and NOT_FOUND for a chosen store that is out of reach on the figures' days.
 */
export async function storePreview(request: UploadRequest): Promise<number> {
  const { db, actor, clock, upload, input } = request
  const problem = input.on && dayProblem(input.on, today(clock))
  if (problem) throw invalidField('on', problem)
  const stores = new ImportableStores(db, actor, today(clock))
  const aliases = await findAliases(db, actor.companyCode)
  await stores.load([input.on ?? null])
  const chosen = stores.all().find(({ id }) => id === input.storeId)
  const platform = filePlatforms.find((format) => format === chosen?.platform)
  const writer = new PreviewWriter(request, stores)
  await readUpload(upload, { aliases, mapping: input.mapping ?? {} }, platform, writer.handlePart)
  return writer.finish()
}
