import type { Day } from '#kit/calendar.ts'
import { storableText } from '#kit/jsonText.ts'
import { type Metric, metrics } from './fields.ts'
import type { Name, PlacesPart } from './places.ts'
import type { FileRow } from './rows.ts'

/** The number of rows that share typed arrays, and that one `PlacesPart` describes. */
const CHUNK_ROWS = 2_000

/** A measure without a value in the cell (null), and one that the row does not have. Measures are finite. */
const NO_VALUE = Number.NEGATIVE_INFINITY
const ABSENT = Number.POSITIVE_INFINITY

/** Up to `CHUNK_ROWS` rows. Texts are indexes into the lists of `FileRows`. */
interface Chunk {
  rows: Int32Array
  nameOf: Int32Array
  dayOf: Int32Array
  pendingOf: Int32Array
  /** Only the measures that some row of the chunk has. */
  measures: Map<Metric, Float64Array>
}

/**
 * The valid rows of a file in typed arrays, with each name, day and list of pending fields kept once: 200,000 rows as
 * objects would take three times the memory, and the garbage collector would copy them again and again.
 */
export class FileRows implements Iterable<FileRow> {
  readonly #chunks: Chunk[] = []
  readonly #names = new DistinctList<Name>()
  readonly #days = new DistinctList<Day | null>()
  readonly #pending = new DistinctList<Metric[]>()
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Adds a row and returns its index. */
  add(row: FileRow): number {
    const index = this.#length
    const at = index % CHUNK_ROWS
    if (at === 0) this.#chunks.push(newChunk())
    const chunk = this.#chunkOf(index)
    chunk.rows[at] = row.row
    chunk.nameOf[at] = this.#names.indexOf(keyOfName(row), () => nameOf(row))
    chunk.dayOf[at] = this.#days.indexOf(String(row.on), () => row.on)
    chunk.pendingOf[at] = this.#pending.indexOf(row.pending.join(), () => row.pending)
    for (const metric of metrics) {
      const value = row[metric]
      if (value !== undefined) measuresOf(chunk, metric)[at] = value ?? NO_VALUE
    }
    this.#length += 1
    return index
  }

  /** Returns a row as it was added. */
  at(index: number): FileRow {
    const chunk = this.#chunkOf(index)
    const at = index % CHUNK_ROWS
    const row: FileRow = {
      row: chunk.rows[at] ?? 0,
      ...this.nameAt(index),
      on: this.#days.values[chunk.dayOf[at] ?? 0] ?? null,
      pending: this.#pending.values[chunk.pendingOf[at] ?? 0] ?? [],
    }
    for (const [metric, values] of chunk.measures) {
      const value = values[at] ?? ABSENT
      if (value !== ABSENT) row[metric] = value === NO_VALUE ? null : value
    }
    return row
  }

  /** Returns the names in a row, without its measures. */
  nameAt(index: number): Name {
    return this.#names.values[this.#chunkOf(index).nameOf[index % CHUNK_ROWS] ?? 0] ?? {}
  }

  *[Symbol.iterator](): Generator<FileRow> {
    for (let index = 0; index < this.#length; index += 1) yield this.at(index)
  }

  /** Yields the places of all rows in parts. */
  *places(): Generator<PlacesPart> {
    let [names, days] = [0, 0]
    for (const [number, { rows, nameOf, dayOf }] of this.#chunks.entries()) {
      const count = Math.min(CHUNK_ROWS, this.#length - number * CHUNK_ROWS)
      const part = {
        places: rows.slice(0, count),
        nameOf: nameOf.slice(0, count),
        dayOf: dayOf.slice(0, count),
      }
      const [namesBefore, daysBefore] = [names, days]
      names = countUsed(part.nameOf, names)
      days = countUsed(part.dayOf, days)
      yield {
        ...part,
        names: this.#names.values.slice(namesBefore, names).map(storableName),
        days: this.#days.values.slice(daysBefore, days),
      }
    }
  }

  #chunkOf(index: number): Chunk {
    const chunk = this.#chunks[Math.floor(index / CHUNK_ROWS)]
    if (!chunk) throw new RangeError(`no row ${index}`)
    return chunk
  }
}

function newChunk(): Chunk {
  const indexes = () => new Int32Array(CHUNK_ROWS)
  return { rows: indexes(), nameOf: indexes(), dayOf: indexes(), pendingOf: indexes(), measures: new Map() }
}

/** The values of a measure in a chunk, created with the first. */
function measuresOf({ measures }: Chunk, metric: Metric): Float64Array {
  const existing = measures.get(metric)
  if (existing) return existing
  const values = new Float64Array(CHUNK_ROWS).fill(ABSENT)
  measures.set(metric, values)
  return values
}

/**
 * Returns the number of different values that the rows so far use, given their number before these rows: a new value gets
 * the next index.
 */
function countUsed(indexes: Int32Array, before: number): number {
  return indexes.reduce((count, index) => Math.max(count, index + 1), before)
}

const storableName = ({ nick, ...name }: Name): Name =>
  nick === undefined ? name : { nick: storableText(nick), ...name }

/** A key that is the same for equal names only: a name may contain a line break, but no null character. */
const keyOfName = ({ nick, storeName, storeShopId }: Name) =>
  `${nick === undefined ? 'store' : `agent ${nick}`}\0${storeName ?? ''}\0${storeShopId ?? ''}`

/** The names in a row, without those that it does not have. */
function nameOf({ nick, storeName, storeShopId }: Name): Name {
  return {
    ...(nick !== undefined && { nick }),
    ...(storeName !== undefined && { storeName }),
    ...(storeShopId !== undefined && { storeShopId }),
  }
}

/** A list of values with different keys, in the order in which they occurred. */
class DistinctList<T> {
  readonly values: T[] = []
  readonly #indexes = new Map<string, number>()

  /** Returns the index of the value with a key; creates it if the key is new. */
  indexOf(key: string, create: () => T): number {
    const existing = this.#indexes.get(key)
    if (existing !== undefined) return existing
    this.#indexes.set(key, this.values.length)
    return this.values.push(create()) - 1
  }
}
