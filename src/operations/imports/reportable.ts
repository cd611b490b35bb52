import type { Actor } from '#access/can.ts'
import { reachOf } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { findReportableStores } from './queriesOfIntake.ts'
import type { StoreFacts } from './resolve.ts'

/** The stores of which this person may bring figures, by the figures' day; asked of the database once a day. */
export class ReportableStores {
  readonly #db: Database
  readonly #actor: Actor
  readonly #today: Day
  readonly #byDay = new Map<Day, StoreFacts[]>()
  /** An admin's stores are the same every day. */
  readonly #sameEveryDay: boolean

  constructor(db: Database, actor: Actor, today: Day) {
    this.#db = db
    this.#actor = actor
    this.#today = today
    const reach = reachOf(actor, 'canReportWorklog')
    this.#sameEveryDay = reach === 'all' || reach === 'company'
  }

  /** Fetches the stores of the days; a file without a day is measured by today. */
  async load(days: Iterable<Day | null>): Promise<void> {
    for (const key of new Set([...days].map((day) => this.#key(day)))) {
      if (this.#byDay.has(key)) continue
      const on = this.#sameEveryDay ? this.#today : key
      this.#byDay.set(key, await findReportableStores(this.#db, this.#actor, on))
    }
  }

  /** The stores of a day that was fetched. */
  on = (day: Day | null): readonly StoreFacts[] => this.#byDay.get(this.#key(day)) ?? []

  /** Every store of the fetched days, once. */
  all(): StoreFacts[] {
    return [...new Map([...this.#byDay.values()].flat().map((store) => [store.id, store])).values()]
  }

  #key(day: Day | null): Day {
    return this.#sameEveryDay ? 'every day' : (day ?? this.#today)
  }
}
