/**
 * A store by id and a page of 20 stores by HTTP on the embedded engine, with the demo's data: our program compared with
 * the least handler.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Comparison, compare, type Effort } from '../load.ts'
import { signIn, startLeast, startOurs } from '../programs.ts'

export type EmbeddedResult = Record<'list' | 'row', Comparison>

const DEMO = ['--demo']

/** Creates the demo, signs in, copies the folder for the least handler, and measures both. */
export async function measureEmbedded(effort: Effort): Promise<EmbeddedResult> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-bench-'))
  const [original, copy] = [join(folder, 'own'), join(folder, 'copy')]
  const making = await startOurs({ DATA_DIR: original }, DEMO)
  const authorization = await signIn(making.base, 'admin')
  const id = await firstStore(making.base, authorization)
  await making.stop()
  // The copy contains the session too.
  cpSync(original, copy, { recursive: true })
  const ours = await startOurs({ DATA_DIR: original }, DEMO)
  const leastServer = await startLeast({ BENCH_DATA_DIR: copy }, 'leastEmbedded.ts')
  try {
    const side = (base: string, path: string) => async () => ({
      url: base + path,
      headers: { authorization },
    })
    const comparePath = (path: string) => compare(side(ours.base, path), side(leastServer.base, path), effort)
    return {
      list: await comparePath('/api/stores?current=1&pageSize=20'),
      row: await comparePath(`/api/stores/${id}`),
    }
  } finally {
    await ours.stop()
    await leastServer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function firstStore(base: string, authorization: string): Promise<number> {
  const answer = await fetch(`${base}/api/stores?current=1&pageSize=1`, { headers: { authorization } })
  const body = (await answer.json()) as { data: { items: { id: number }[] } }
  return body.data.items[0]?.id ?? 1
}
