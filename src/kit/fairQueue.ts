import { AppError } from './errors.ts'

/** For whom work is done: its share of the places is limited per person and per company. */
export interface Owner {
  personId: number
  companyCode: string
}

/** How much of one kind of work may be in progress and wait. */
export interface FairLimits {
  /** Tasks in progress at a time. */
  places: number
  perPerson: number
  perCompany: number
  /** Tasks of one person that wait; a further one is refused. */
  waitingPerPerson: number
}

interface Task {
  owner: Owner
  start: () => void
}

/** A refused caller is told to come back within these limits, in seconds. */
const [MIN_RETRY_S, MAX_RETRY_S] = [1, 120]
/** The expected duration of a task, in ms, before any has ended. */
const FIRST_GUESS_MS = 1_000
/** The weight of the latest duration in the mean. */
const LATEST = 0.2

/**
 * A queue that shares its places fairly: of the waiting tasks, one of a person with the fewest tasks in progress starts
 * next, then of a company with the fewest, then of the person whose last task started the longest ago. However much one
 * person asks for, another one waits for at most one task of each other person.
 */
export class FairQueue {
  readonly #limits: FairLimits
  readonly #ofPerson = new Counts()
  readonly #ofCompany = new Counts()
  /** The number of the last start of each person who has work in progress or waiting. */
  readonly #lastStarts = new Map<Owner['personId'], number>()
  readonly #waiting: Task[] = []
  #starts = 0
  #running = 0
  #meanMs = FIRST_GUESS_MS

  constructor(limits: FairLimits) {
    this.#limits = limits
  }

  /**
   * Runs work when its turn comes. Throws TOO_MANY if too much of the owner's work waits already, and the signal's reason
   * if it is aborted before the turn comes.
   */
  async run<T>(owner: Owner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    await this.#awaitTurn(owner, signal)
    const since = performance.now()
    try {
      return await work()
    } finally {
      this.#release(owner, performance.now() - since)
    }
  }

  #awaitTurn(owner: Owner, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        const at = this.#waiting.indexOf(task)
        if (at >= 0) this.#waiting.splice(at, 1)
        reject(signal?.reason)
      }
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const task: Task = { owner, start }
      if (this.#mayStart(task)) return this.#start(task)
      const before = this.#waitingOf(owner)
      const { perPerson, waitingPerPerson } = this.#limits
      if (before >= waitingPerPerson) return reject(refusal((before * this.#meanMs) / perPerson))
      this.#waiting.push(task)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  #mayStart({ owner }: Task): boolean {
    const { places, perPerson, perCompany } = this.#limits
    return (
      this.#running < places &&
      this.#ofPerson.get(owner.personId) < perPerson &&
      this.#ofCompany.get(owner.companyCode) < perCompany
    )
  }

  #start({ owner, start }: Task): void {
    this.#running += 1
    this.#starts += 1
    this.#lastStarts.set(owner.personId, this.#starts)
    this.#ofPerson.add(owner.personId, 1)
    this.#ofCompany.add(owner.companyCode, 1)
    start()
  }

  #release(owner: Owner, ms: number): void {
    this.#running -= 1
    this.#ofPerson.add(owner.personId, -1)
    this.#ofCompany.add(owner.companyCode, -1)
    this.#meanMs += LATEST * (ms - this.#meanMs)
    const isDone = this.#ofPerson.get(owner.personId) === 0 && this.#waitingOf(owner) === 0
    if (isDone) this.#lastStarts.delete(owner.personId)
    this.#startNext()
  }

  #startNext(): void {
    const [next] = this.#waiting.filter((task) => this.#mayStart(task)).sort((a, b) => this.#compare(a, b))
    if (!next) return
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#start(next)
  }

  #compare({ owner: a }: Task, { owner: b }: Task): number {
    return (
      this.#ofPerson.get(a.personId) - this.#ofPerson.get(b.personId) ||
      this.#ofCompany.get(a.companyCode) - this.#ofCompany.get(b.companyCode) ||
      (this.#lastStarts.get(a.personId) ?? 0) - (this.#lastStarts.get(b.personId) ?? 0)
    )
  }

  #waitingOf(owner: Owner): number {
    return this.#waiting.filter((task) => task.owner.personId === owner.personId).length
  }
}

function refusal(leftMs: number): AppError {
  const n = Math.min(MAX_RETRY_S, Math.max(MIN_RETRY_S, Math.ceil(leftMs / 1_000)))
  return new AppError('TOO_MANY', '您同时要的太多，前面的还没有完成，请 {n} 秒后再试。', {
    values: { n },
    data: { retryAfterSeconds: n },
  })
}

/** Counts by name; names with a count of 0 take no memory. */
class Counts {
  readonly #counts = new Map<unknown, number>()

  get(name: unknown): number {
    return this.#counts.get(name) ?? 0
  }

  add(name: unknown, change: 1 | -1): void {
    const count = this.get(name) + change
    if (count === 0) this.#counts.delete(name)
    else this.#counts.set(name, count)
  }
}
