import type { Day } from '#kit/calendar.ts'
import type { FileRow } from './rows.ts'

/** What identifies the agent and the store of a row. */
export type Name = Pick<FileRow, 'nick' | 'storeName' | 'storeShopId'>

/** What determines the store, the day and the group of a row of the file. */
type Place = Name & Pick<FileRow, 'row' | 'on'>

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
