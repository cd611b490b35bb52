/** Import of 200,000 rows, from the upload to the commit, and its effect on other requests. */
import type { Running } from 'autocannon'
import autocannon from 'autocannon'
import { today } from '#kit/calendar.ts'
import { type BigFile, bigFile } from '../bigFile.ts'
import { watchMemory } from '../memory.ts'
import { type Program, signIn } from '../programs.ts'

export interface ImportResult {
  file: string
  rows: number
  megabytes: number
  previewSeconds: number
  commitSeconds: number
  idleMib: number
  overIdleMib: number
  /** Latency of requests for a row (40 per second over four connections), before and during the import. */
  p99Ms: { before: number; meanwhile: number }
}

/** Imports the file, and undoes the import so that the next run starts from the same data. */
export async function measureImport(
  ours: Program,
  kind: 'xlsx' | 'csv',
  who = 'admin1',
): Promise<ImportResult> {
  const authorization = await signIn(ours.base, who)
  const file = bigFile(
    today(() => new Date()),
    kind,
  )
  const probe = (seconds: number) => requestRowRepeatedly(ours, authorization, seconds)
  const before = await probe(5)
  const memory = watchMemory(ours.pid)
  const meanwhile = probe(600)
  const { batch, previewSeconds, commitSeconds } = await importFile(ours, authorization, file)
  meanwhile.stop()
  const { idle, peak } = memory.stop()
  const { latency } = await meanwhile
  await post(`${ours.base}/api/imports/${batch.id}/undo`, authorization, { version: batch.version })
  return {
    file: kind,
    rows: file.rows,
    megabytes: file.bytes.byteLength / 1e6,
    previewSeconds,
    commitSeconds,
    idleMib: idle,
    overIdleMib: peak - idle,
    p99Ms: { before: before.latency.p99, meanwhile: latency.p99 },
  }
}

function requestRowRepeatedly(ours: Program, authorization: string, duration: number): Running {
  const url = `${ours.base}/api/stores?current=1&pageSize=1`
  return autocannon({ url, headers: { authorization }, connections: 4, overallRate: 40, duration })
}

interface Batch {
  id: number
  version: number
}

async function importFile(ours: Program, authorization: string, file: BigFile) {
  const started = performance.now()
  const form = new FormData()
  form.append('file', new Blob([file.bytes]), file.name)
  const uploaded = await fetch(`${ours.base}/api/imports`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  })
  const preview = await dataOf<Batch>(uploaded)
  const shown = performance.now()
  const url = `${ours.base}/api/imports/${preview.id}/commit`
  const batch = await post(url, authorization, { version: preview.version })
  const previewSeconds = (shown - started) / 1000
  return { batch, previewSeconds, commitSeconds: (performance.now() - shown) / 1000 }
}

async function post(url: string, authorization: string, body: object): Promise<Batch> {
  const headers = { authorization, 'content-type': 'application/json' }
  return dataOf<Batch>(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function dataOf<T>(answer: Response): Promise<T> {
  const body = (await answer.json()) as { success: boolean; data: T; errorMessage?: string }
  if (!body.success) throw new Error(`${answer.status} ${body.errorMessage}`)
  return body.data
}
