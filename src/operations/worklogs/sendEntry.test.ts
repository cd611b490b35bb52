import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '#kit/client.ts'
import { CallError } from '#kit/failures.ts'
import type { QueuedEntry } from '#kit/offlineQueue.ts'
import { type EntryToSend, sendEntry } from './sendEntry.ts'

const words = { summary: '小结', problems: '', suggestions: '', handover: '' }
const content: EntryToSend = {
  on: '2026-05-19',
  shift: 'morning',
  hours: 8,
  ...words,
  lines: [],
  worklog: null,
  submit: false,
}

const queued = (more: Partial<EntryToSend> = {}): QueuedEntry<EntryToSend> => ({
  seq: 1,
  personId: 7,
  kind: 'worklog',
  subject: 'worklog 2026-05-19 morning',
  title: '早班日志',
  savedAt: 0,
  idempotencyKey: 'key',
  tried: true,
  content: { ...content, ...more },
})

/** A client that returns one response, and the paths and keys of its calls. */
function fakeServer(answer: () => unknown) {
  const calls: [path: string, key: string | undefined][] = []
  const call = async (endpoint: { path: string }, _input: unknown, options: { idempotencyKey?: string }) => {
    calls.push([endpoint.path, options.idempotencyKey])
    return answer()
  }
  return { client: { call } as unknown as Client, asked: calls }
}

type Details = Omit<ConstructorParameters<typeof CallError>[2], 'kind'>

const failing = (details: Details) =>
  fakeServer(() => {
    throw new CallError(
      '没有成功',
      { kind: 'message', level: 'error', text: '没有成功' },
      { kind: 'refused', ...details },
    )
  }).client

const kindOf = async (details: Details) => (await sendEntry(failing(details), queued())).kind

test('a new log and a submission are sent with their key; a changed draft is protected by its version', async () => {
  const { client, asked: calls } = fakeServer(() => ({ id: 5, version: 2 }))
  await sendEntry(client, queued())
  await sendEntry(client, queued({ worklog: { id: 5, version: 1 }, submit: true }))
  await sendEntry(client, queued({ worklog: { id: 5, version: 1 } }))
  assert.deepEqual(calls, [
    ['/api/worklogs', 'key'],
    ['/api/worklogs/:id/submit', 'key'],
    ['/api/worklogs/:id', undefined],
  ])
})

test('later entries for the same log get its id and version', async () => {
  const outcome = await sendEntry(fakeServer(() => ({ id: 5, version: 2 })).client, queued())
  assert.equal(outcome.kind, 'sent')
  assert.deepEqual(outcome.kind === 'sent' && outcome.next?.(content).worklog, { id: 5, version: 2 })
})

test('no response, a busy server, an expired session and an unfinished first attempt are retried later', async () => {
  const retryable = [
    {},
    { status: 401, code: 'UNAUTHENTICATED' },
    { status: 409, code: 'IN_PROGRESS' },
    { status: 429, code: 'TOO_MANY' },
    { status: 502 },
    { status: 503, code: 'BUSY' },
    { status: 504 },
  ]
  for (const details of retryable) assert.equal(await kindOf(details), 'later', JSON.stringify(details))
})

test('other errors are refusals, returned with their message and field errors', async () => {
  const fields = { 'lines.0.unreplied': '未回复不能多于咨询人数。' }
  const answers = [
    { status: 409, code: 'CONFLICT' },
    { status: 409, code: 'STALE' },
    { status: 409, code: 'WRONG_STATE' },
    { status: 400, code: 'INVALID', data: { fields } },
    { status: 500, code: 'INTERNAL' },
  ]
  for (const details of answers) assert.equal(await kindOf(details), 'refused', JSON.stringify(details))
  const refused = await sendEntry(failing({ status: 400, data: { fields } }), queued())
  assert.deepEqual(refused, { kind: 'refused', problem: '没有成功', fields })
})
