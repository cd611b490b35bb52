import { type Actor, coversCompany, reachOf } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { findImportableStores } from './intakeQueries.ts'
import type { StoreFacts } from './storeFinder.ts'

/** The stores for which the actor may report figures, by the figures' day; each day is queried once. */
export class ImportableStores {
  readonly #db: Database
  readonly #actor: Actor
  readonly #today: Day
  readonly #byDay = new Map<Day, StoreFacts[]>()
  /** An admin's stores do not depend on the day. */
  readonly #sameEveryDay: boolean

  constructor(db: Database, actor: Actor, today: Day) {
    this.#db = db
    this.#actor = actor
    this.#today = today
    this.#sameEveryDay = coversCompany(reachOf(actor, 'canReportWorklog'))
  }

  /** Loads the stores of the days; for a file without a day, those of today. */
  async load(days: Iterable<Day | null>): Promise<void> {
    for (const key of new Set([...days].map((day) => this.#key(day)))) {
      if (this.#byDay.has(key)) continue
      const on = this.#sameEveryDay ? this.#today : key
      this.#byDay.set(key, await findImportableStores(this.#db, this.#actor, on))
    }
  }

  /** Returns the stores of a loaded day. */
  on = (day: Day | null): readonly StoreFacts[] => this.#byDay.get(this.#key(day)) ?? []

  /** Returns the stores of all loaded days without duplicates. */
  all(): StoreFacts[] {
    return [...new Map([...this.#byDay.values()].flat().map((store) => [store.id, store])).values()]
  }

  #key(day: Day | null): Day {
    return this.#sameEveryDay ? 'every day' : (day ?? this.#today)
  }
}
