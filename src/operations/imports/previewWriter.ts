import { createHash } from 'node:crypto'
import type { Actor } from '#access/can.ts'
import { today } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { storableText } from '#kit/jsonText.ts'
import { type DatedFile, type FileGroup, groupRows, resolveDays } from './groupRows.ts'
import type { ImportableStores } from './importableStores.ts'
import * as queries from './intakeQueries.ts'
import type { FilePlatform } from './reader/fields.ts'
import type { FileSummary } from './reader/parse.ts'
import { Places } from './reader/places.ts'
import type { ReaderPart } from './reader/worker.ts'
import { PREVIEW_DAYS } from './rules.ts'
import { storeFinder } from './storeFinder.ts'
import type { UploadRequest } from './storePreview.ts'

const PREVIEW_MS = PREVIEW_DAYS * 86_400_000

/** The state once every row has its store and day. */
interface AssignedFile {
  platform: FilePlatform
  file: DatedFile
  groups: FileGroup[]
}

/** Receives a file from its reader part by part and stores it as a preview, without holding the rows in memory. */
export class PreviewWriter {
  readonly #request: UploadRequest
  readonly #stores: ImportableStores
  readonly #places = new Places()
  readonly #now: Date
  /** Of the file, whose bytes are transferred to the reader. */
  readonly #fileHash: string
  readonly #fileBytes: number
  #assigned: AssignedFile | undefined
  #batchId = 0
  #stored = 0

  constructor(request: UploadRequest, stores: ImportableStores) {
    this.#request = request
    this.#stores = stores
    this.#now = request.clock()
    this.#fileHash = createHash('sha256').update(request.upload.bytes).digest('hex')
    this.#fileBytes = request.upload.bytes.byteLength
  }

  handlePart = (part: ReaderPart): unknown => {
    if ('places' in part) return this.#places.add(part)
    if ('summary' in part) return this.#assign(part.summary)
    if ('repeated' in part) return this.#begin(part.repeated)
    return this.#store(part)
  }

  /** Finds the stores of the rows and groups the rows. */
  async #assign(summary: FileSummary): Promise<Int32Array> {
    const { db, input, upload, clock, spend } = this.#request
    await spend('row', this.#places.length + summary.problems.length)
    const file = await resolveDays(this.#places, summary, input.on, today(clock))
    const stores = this.#stores
    await stores.load(file.days)
    const all = stores.all()
    const chosen = all.find(({ id }) => id === input.storeId)
    if (input.storeId !== undefined && !chosen) throw notFound('店铺')
    const storesOfNick = await queries.findStoresOfNicks(
      db,
      all.map(({ id }) => id),
    )
    const format = summary.platform
    const hints = { format, fileName: upload.name, storesOn: stores.on, storesOfNick, chosen }
    const storeOf = await storeFinder(hints, file.rows)
    const { groups, groupOf } = await groupRows(file, this.#places.length, storeOf)
    this.#assigned = { platform: format, file, groups }
    return groupOf
  }

  get #known(): AssignedFile {
    if (!this.#assigned) throw new Error('the reader gave no summary')
    return this.#assigned
  }

  /** Inserts the batch, which is still hidden; returns the ids of its groups. */
  async #begin(repeated: number[]): Promise<Int32Array> {
    const { db, actor, upload } = this.#request
    const { file, groups } = this.#known
    file.skippedTotal += repeated.length
    file.findings.skippedRows.push(...repeated)
    await queries.deleteExpired(db, actor.companyCode, new Date(this.#now.getTime() - PREVIEW_MS))
    const named = { ...this.#named(), fileName: storableText(upload.name), onFrom: file.onFrom }
    const batch = { ...named, fileBytes: this.#fileBytes, platform: this.#known.platform }
    this.#batchId = await queries.insertBatch(db, batch, this.#now)
    const facts = groups.map(({ store, ...group }) => ({ ...group, storeId: store?.id ?? null }))
    return Int32Array.from(await queries.insertGroups(db, this.#batchId, facts))
  }

  #named() {
    const { actor } = this.#request
    const companyCode = companyOf(this.#known.groups, actor)
    return { companyCode, fileHash: this.#fileHash, createdBy: actor.id }
  }

  /** Stores a chunk of rows. Rows with implausibly large figures become problems. */
  async #store({ columns, count, tooLarge }: Extract<ReaderPart, { columns: unknown }>): Promise<void> {
    const { file } = this.#known
    for (const row of tooLarge) {
      const message = { sentence: '这一行的数字大得不合理，请核对。' }
      file.findings.problems.push({ row, column: '', message })
      file.problemTotal += 1
    }
    if (count > 0) await queries.insertRows(this.#request.db, this.#batchId, columns)
    this.#stored += count
  }

  /** Makes the batch a preview and returns its id. */
  async finish(): Promise<number> {
    const { db, input } = this.#request
    const { findings, problemTotal, skippedTotal } = this.#known.file
    const [id, rowsOk] = [this.#batchId, this.#stored]
    if (rowsOk > queries.ANALYZE_THRESHOLD) await queries.analyzeRows(db, 'import_row')
    if (input.instead !== undefined) await queries.deletePreview(db, input.instead, this.#named())
    await queries.openBatch(db, id, {
      rowsOk,
      rowsProblem: problemTotal,
      rowsSkipped: skippedTotal,
      findings,
    })
    return id
  }
}

/** The company of the figures; only headquarters reaches stores of other companies. */
function companyOf(groups: readonly FileGroup[], actor: Actor): string {
  const companies = new Set(groups.flatMap(({ store }) => store?.companyCode ?? []))
  const [company = actor.companyCode] = companies
  return companies.size === 1 ? company : actor.companyCode
}
