/**
 * What a person sent while there may have been no line: it waits in the browser until the server has answered, and goes
 * under one Idempotency-Key however often it is tried, so that it acts once.
 */
export interface Waiting<T = unknown> {
  /** Grows with each entry: entries of one subject go in this order. */
  seq: number
  personId: number
  /** What sends it. */
  kind: string
  /** What it is about: of one subject a newer entry stands in for those that were never tried. */
  subject: string
  /** What it is called: 05-19 早班日志. */
  title: string
  /** Milliseconds since 1970. */
  savedAt: number
  idempotencyKey: string
  /** Whether it was on its way once: the server may have it, although no answer came. */
  tried: boolean
  /** Why the server refused it; it waits for the person then. */
  problem?: string
  /** What the refusal says of single fields. */
  fields?: Readonly<Record<string, string>>
  content: T
}

/** What became of one attempt. */
export type Outcome<T> =
  /** Done. What follows of the same subject may have to know what came of it. */
  | { kind: 'sent'; next?: (content: T) => T }
  /** No line, or a server that is busy: later. */
  | { kind: 'later' }
  | { kind: 'refused'; problem: string; fields?: Readonly<Record<string, string>> }

/** Adds an entry behind those that wait; of the same subject it takes the place of what was never tried, or refused. */
export function enqueued(queue: readonly Waiting[], entry: Omit<Waiting, 'seq' | 'tried'>): Waiting[] {
  const rest = queue.filter(({ subject, tried, problem }) => {
    return subject !== entry.subject || (tried && problem === undefined)
  })
  const seq = Math.max(0, ...queue.map((one) => one.seq)) + 1
  return [...rest, { ...entry, seq, tried: false }]
}

/** The entry that goes next: the oldest of which no earlier one of the same subject was refused. */
export function nextToSend(queue: readonly Waiting[], after = 0): Waiting | undefined {
  const stuck = new Set(queue.filter(({ problem }) => problem !== undefined).map(({ subject }) => subject))
  return queue
    .filter(({ seq, subject }) => seq > after && !stuck.has(subject))
    .sort((a, b) => a.seq - b.seq)[0]
}

/** The queue before an attempt: whatever comes of it, the server may have the entry from now on. */
export function departing(queue: readonly Waiting[], { seq }: Waiting): Waiting[] {
  return queue.map((one) => (one.seq === seq ? { ...one, tried: true } : one))
}

/** The queue where what was refused is to be tried again. */
export function readmitted(queue: readonly Waiting[]): Waiting[] {
  return queue.map(({ problem, fields, ...one }) => one)
}

/** The queue after an attempt at an entry. */
export function settled<T>(queue: readonly Waiting[], entry: Waiting, outcome: Outcome<T>): Waiting[] {
  if (outcome.kind !== 'sent') {
    const { kind, ...refusal } = outcome
    return queue.map((one) => (one.seq === entry.seq ? { ...one, tried: true, ...refusal } : one))
  }
  return queue
    .filter(({ seq }) => seq !== entry.seq)
    .map((one) =>
      one.subject === entry.subject && outcome.next
        ? { ...one, content: outcome.next(one.content as T) }
        : one,
    )
}

/** What a pass over the queue needs: the queue itself, and a way to the server. */
export interface Passing {
  read: () => Promise<readonly Waiting[]>
  change: (work: (queue: readonly Waiting[]) => Waiting[]) => Promise<readonly Waiting[]>
  /** Whether what is sent now would be sent in the name of whoever wrote it. */
  maySend: (entry: Waiting) => boolean
  deliver: (entry: Waiting) => Promise<Outcome<unknown>>
  onSent: () => void
}

/** Goes over what waits once, the oldest first, until something has to wait; answers what is left. */
export async function passOver({
  read,
  change,
  maySend,
  deliver,
  onSent,
}: Passing): Promise<readonly Waiting[]> {
  let queue = await read()
  let entry = nextToSend(queue)
  while (entry && maySend(entry)) {
    const going = entry
    await change((now) => departing(now, going))
    const outcome = await deliver(going)
    queue = await change((now) => settled(now, going, outcome))
    if (outcome.kind === 'sent') onSent()
    entry = outcome.kind === 'later' ? undefined : nextToSend(queue, going.seq)
  }
  return queue
}
