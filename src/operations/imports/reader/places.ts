import type { Day } from '#kit/calendar.ts'
import { type FileRow, type Place, placeOf } from './storedRow.ts'

/** What identifies the agent and the store of a row. */
type Name = Pick<Place, 'nick' | 'storeName' | 'storeShopId'>

/** The places of some rows, as indexes into the names and days of all parts so far, since names repeat every day. */
export interface PlacesPart {
  /** The rows' numbers in the file. */
  places: Int32Array
  /** The index of each row's name and day in the lists of all parts so far. */
  nameOf: Int32Array
  dayOf: Int32Array
  /** The names and days that occur for the first time. */
  names: Name[]
  days: (Day | null)[]
}

/** Builds the parts, one after the other. */
export class PlaceEncoder {
  readonly #names = new Map<string, number>()
  readonly #days = new Map<Day | null, number>()

  encode(rows: readonly FileRow[]): PlacesPart {
    const count = rows.length
    const part: PlacesPart = {
      places: new Int32Array(count),
      nameOf: new Int32Array(count),
      dayOf: new Int32Array(count),
      names: [],
      days: [],
    }
    for (const [at, { row, on, ...name }] of rows.map(placeOf).entries()) {
      part.places[at] = row
      const key = `${name.nick ?? ''}\n${name.storeName ?? ''}\n${name.storeShopId ?? ''}`
      part.nameOf[at] = indexOfValue(this.#names, key, name, part.names)
      part.dayOf[at] = indexOfValue(this.#days, on, on, part.days)
    }
    return part
  }
}

/** Returns the index of a value; appends a new value to `told`. */
function indexOfValue<K, T>(indexes: Map<K, number>, key: K, value: T, added: T[]): number {
  const number = indexes.get(key) ?? indexes.size
  if (number === indexes.size) {
    indexes.set(key, number)
    added.push(value)
  }
  return number
}

/** The place of a valid row, with its index among all valid rows of the file. */
export type IndexedPlace = Place & { index: number }

/** The places of a file, restored from its parts; each is created during the iteration. */
export class Places {
  readonly #parts: Pick<PlacesPart, 'places' | 'nameOf' | 'dayOf'>[] = []
  readonly #names: Name[] = []
  readonly #days: (Day | null)[] = []
  length = 0

  add({ names, days, ...part }: PlacesPart): void {
    this.#parts.push(part)
    this.#names.push(...names)
    this.#days.push(...days)
    this.length += part.places.length
  }

  *[Symbol.iterator](): Generator<IndexedPlace> {
    let index = 0
    for (const { places, nameOf, dayOf } of this.#parts) {
      for (const [at, row] of places.entries()) {
        const name = this.#names[nameOf[at] ?? 0] ?? {}
        yield { index, row, on: this.#days[dayOf[at] ?? 0] ?? null, ...name }
        index += 1
      }
    }
  }
}
