import type { Client } from '#kit/client.ts'
import { CallError, fieldsOf, sentenceOf } from '#kit/failures.ts'
import type { Outcome, QueuedEntry } from '#kit/offlineQueue.ts'
import { type WorklogPage, worklogs } from './contract.ts'
import type { Content } from './entry.ts'

/** A log to send: to save it, or to save and submit it. */
export interface EntryToSend extends Content {
  on: string
  /** The log to change, in the version that the user saw; null for a new log. */
  worklog: { id: number; version: number } | null
  submit: boolean
}

/**
 * Sends a log once. A repeat with the same key gets the first response, and repeating the same change has no effect, so
 * that a lost response does no harm.
 */
export async function sendEntry(
  client: Client,
  entry: QueuedEntry<EntryToSend>,
): Promise<Outcome<EntryToSend>> {
  try {
    const { id, version } = await sendRequest(client, entry)
    return { kind: 'sent', next: (content) => ({ ...content, worklog: { id, version } }) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return outcomeOf(error)
  }
}

function sendRequest(
  client: Client,
  { content, idempotencyKey }: QueuedEntry<EntryToSend>,
): Promise<WorklogPage> {
  const { on, worklog, submit, ...words } = content
  const options = { messagePlace: 'inPage', idempotencyKey } as const
  if (!worklog) return client.call(worklogs.create, { on, submit, ...words }, options)
  const { id, version } = worklog
  if (submit) return client.call(worklogs.submit, { id, version, ...words }, options)
  return client.call(worklogs.update, { id, version, ...words }, { messagePlace: 'inPage' })
}

/** An error that is not worth a retry is a refusal. */
function outcomeOf(error: CallError): Outcome<EntryToSend> {
  if (isRetryable(error)) return { kind: 'later' }
  const fields = fieldsOf(error)
  const problem = sentenceOf(error.notice) || (fields && Object.values(fields)[0]) || error.message
  return { kind: 'refused', problem, ...(fields && { fields }) }
}

/** Retry later: no response, a gateway error, a rate limit, an expired session, or an unfinished first attempt. */
function isRetryable({ status, code }: CallError): boolean {
  if (status === undefined || status === 401 || status === 429 || code === 'IN_PROGRESS') return true
  return status > 501 && status < 505
}
