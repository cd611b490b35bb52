import { unzipSync } from 'fflate'
import { exportWorker } from '#app/exportWorker.ts'
import { TEST_KEYS, type TestApp } from '#testing/testApp.ts'

const PATH = '/api/exports/files'

/** The export worker of a test app, the errors it logged, and a reader for its files. */
export function exportsOf({ as, db, clock }: Pick<TestApp, 'as' | 'db' | 'clock'>) {
  const faults: unknown[] = []
  let stopping = false
  const worker = exportWorker({
    db,
    clock: () => clock.now,
    keyFor: TEST_KEYS,
    isStopping: () => stopping,
    log: { error: (fault: unknown) => void faults.push(fault) },
  } as unknown as Parameters<typeof exportWorker>[0])

  const bytesOf = async (who: string, id: number): Promise<Buffer> => {
    const { data } = await as(who).post(`${PATH}/${id}/download`)
    const parts: Buffer[] = []
    for (let no = 1; no <= data.parts; no += 1) {
      const part = await as(who).get(`${PATH}/${id}/parts/${no}`)
      parts.push(Buffer.from(part.data.base64, 'base64'))
    }
    return Buffer.concat(parts)
  }

  /** The text cells of the first sheet of a finished file, row by row. */
  const rowsOf = async (who: string, id: number): Promise<string[][]> => {
    const sheet = unzipSync(await bytesOf(who, id))['xl/worksheets/sheet1.xml']
    const rows = new TextDecoder().decode(sheet).split('<row ').slice(1)
    return rows.map((row) => [...row.matchAll(/<t [^>]*>([^<]*)/g)].map(([, text = '']) => text))
  }
  return {
    worker,
    faults,
    bytesOf,
    rowsOf,
    work: async () => worker.chores[0]?.work(),
    stop: (value: boolean) => {
      stopping = value
    },
  }
}
