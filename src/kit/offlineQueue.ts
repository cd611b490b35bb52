/**
 * A write that a user sent while possibly offline. It is stored in the browser until the server has responded, and
 * every attempt uses the same Idempotency-Key, so that it takes effect once.
 */
export interface QueuedEntry<T = unknown> {
  /** Increases with each entry; entries of one subject are sent in this order. */
  seq: number
  personId: number
  /** Selects the code that sends it. */
  kind: string
  /** What it changes; a newer entry replaces untried entries of the same subject. */
  subject: string
  /** Its title: 05-19 早班日志. */
  title: string
  /** Milliseconds since 1970. */
  savedAt: number
  idempotencyKey: string
  /** Whether an attempt was made: the server may have received it even without a response. */
  tried: boolean
  /** Why the server refused it; it then stays until the user acts. */
  problem?: string
  /** The messages of the refusal by field. */
  fields?: Readonly<Record<string, string>>
  content: T
}

/** The outcome of one attempt. */
export type Outcome<T> =
  /** Done. `next` updates the content of later entries of the same subject. */
  | { kind: 'sent'; next?: (content: T) => T }
  /** Offline, or the server is busy: try later. */
  | { kind: 'later' }
  | { kind: 'refused'; problem: string; fields?: Readonly<Record<string, string>> }

/** Appends an entry to the queue; it replaces entries of the same subject that were never tried or were refused. */
export function enqueue(
  queue: readonly QueuedEntry[],
  entry: Omit<QueuedEntry, 'seq' | 'tried'>,
): QueuedEntry[] {
  const rest = queue.filter(({ subject, tried, problem }) => {
    return subject !== entry.subject || (tried && problem === undefined)
  })
  const seq = Math.max(0, ...queue.map((one) => one.seq)) + 1
  return [...rest, { ...entry, seq, tried: false }]
}

/** Returns the next entry to send: the oldest one whose subject has no refused entry. */
export function nextToSend(queue: readonly QueuedEntry[], after = 0): QueuedEntry | undefined {
  const stuck = new Set(queue.filter(({ problem }) => problem !== undefined).map(({ subject }) => subject))
  return queue
    .filter(({ seq, subject }) => seq > after && !stuck.has(subject))
    .sort((a, b) => a.seq - b.seq)[0]
}

/** Marks an entry as tried before its attempt: whatever the outcome, the server may have received it. */
export function markTried(queue: readonly QueuedEntry[], { seq }: QueuedEntry): QueuedEntry[] {
  return queue.map((one) => (one.seq === seq ? { ...one, tried: true } : one))
}

/** Clears all refusals so that the entries are tried again. */
export function clearRefusals(queue: readonly QueuedEntry[]): QueuedEntry[] {
  return queue.map(({ problem, fields, ...one }) => one)
}

/** Applies the outcome of an attempt to the queue. */
export function applyOutcome<T>(
  queue: readonly QueuedEntry[],
  entry: QueuedEntry,
  outcome: Outcome<T>,
): QueuedEntry[] {
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

/** The queue and the connection to the server, for one pass. */
export interface SendPass {
  read: () => Promise<readonly QueuedEntry[]>
  change: (work: (queue: readonly QueuedEntry[]) => QueuedEntry[]) => Promise<readonly QueuedEntry[]>
  /** Whether the current session belongs to the author of the entry. */
  maySend: (entry: QueuedEntry) => boolean
  deliver: (entry: QueuedEntry) => Promise<Outcome<unknown>>
  onSent: () => void
}

/** Sends each entry once, oldest first, until one has to be sent later; returns the remaining queue. */
export async function sendQueuedEntries({
  read,
  change,
  maySend,
  deliver,
  onSent,
}: SendPass): Promise<readonly QueuedEntry[]> {
  let queue = await read()
  let entry = nextToSend(queue)
  while (entry && maySend(entry)) {
    const current = entry
    await change((now) => markTried(now, current))
    const outcome = await deliver(current)
    queue = await change((now) => applyOutcome(now, current, outcome))
    if (outcome.kind === 'sent') onSent()
    entry = outcome.kind === 'later' ? undefined : nextToSend(queue, current.seq)
  }
  return queue
}
