import type { Client } from '#kit/client.ts'
import { CallError, fieldsOf, sentenceOf } from '#kit/failures.ts'
import type { Outcome, Waiting } from '#kit/waiting.ts'
import type { WorklogPage } from './contract.ts'
import { worklogs } from './contract.ts'
import type { Content } from './entry.ts'

/** A log on its way: saved, or saved and handed in. */
export interface Sending extends Content {
  on: string
  /** The log that it changes, as it was seen; null for one that is begun with it. */
  worklog: { id: number; version: number } | null
  submit: boolean
}

/**
 * Sends a log once. Under the same key a repeat is given the first answer, and the same change again is none: whatever
 * was lost on the way, the log stands as it was written.
 */
export async function sendEntry(client: Client, entry: Waiting<Sending>): Promise<Outcome<Sending>> {
  try {
    const { id, version } = await call(client, entry)
    return { kind: 'sent', next: (content) => ({ ...content, worklog: { id, version } }) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return outcomeOf(error)
  }
}

function call(client: Client, { content, idempotencyKey }: Waiting<Sending>): Promise<WorklogPage> {
  const { on, worklog, submit, ...words } = content
  const options = { messagePlace: 'inPage', idempotencyKey } as const
  if (!worklog) return client.call(worklogs.create, { on, submit, ...words }, options)
  const { id, version } = worklog
  if (submit) return client.call(worklogs.submit, { id, version, ...words }, options)
  return client.call(worklogs.update, { id, version, ...words }, { messagePlace: 'inPage' })
}

/** Anything that is not to be tried again is an answer. */
function outcomeOf(error: CallError): Outcome<Sending> {
  if (isLater(error)) return { kind: 'later' }
  const fields = fieldsOf(error)
  const problem = sentenceOf(error.notice) || (fields && Object.values(fields)[0]) || error.message
  return { kind: 'refused', problem, ...(fields && { fields }) }
}

/** No answer, a gateway, too many at once, a session that is over, or the first attempt still at work: the log waits. */
function isLater({ status, code }: CallError): boolean {
  if (status === undefined || status === 401 || status === 429 || code === 'IN_PROGRESS') return true
  return status > 501 && status < 505
}
