import assert from 'node:assert/strict'
import { toXlsx } from '#kit/sheets/write.ts'
import type { Answer, TestApp } from './testApp.ts'

/** A row of a sheet, by header. */
export type Cells = Record<string, string>

/** A workbook with a sheet of notes before the data; in our template the notes come last. */
export function sheetOf(rows: Cells[]): Buffer {
  const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = titles.map((title) => ({ title, type: 'text' as const }))
  const data = rows.map((row) => titles.map((title) => row[title] ?? null))
  const notes = { name: '填写说明', columns: [{ title: '列', type: 'text' as const }], rows: [['客户名称']] }
  return Buffer.from(toXlsx([notes, { name: '数据', columns, rows: data }]))
}

/** The steps of an import, part by part as in the browser. */
export function importing({ as }: Pick<TestApp, 'as'>) {
  const stepped = async (who: string, id: number, step: 'check' | 'run', end: string) => {
    for (;;) {
      const { status, data, body } = await as(who).post(`/api/record-imports/${id}/${step}`)
      assert.equal(status, 200, body.errorMessage)
      if (data.state === end) return data
    }
  }
  /** Checks an uploaded file to its end. */
  const finished = async (who: string, { status, data, body }: Answer): Promise<Answer['data']> => {
    assert.equal(status, 200, body.errorMessage)
    return stepped(who, data.id, 'check', 'ready')
  }
  const checked = async (who: string, entity: string, rows: Cells[]): Promise<Answer['data']> => {
    const file = { name: '资料.xlsx', bytes: sheetOf(rows) }
    return finished(who, await as(who).upload('/api/record-imports', file, { entity }))
  }
  return {
    finished,
    checked,
    written: (who: string, id: number) => stepped(who, id, 'run', 'done'),
    /** Uploads, checks and writes a sheet; returns the id of the import. */
    imported: async (who: string, entity: string, rows: Cells[]): Promise<number> => {
      const { id } = await checked(who, entity, rows)
      await stepped(who, id, 'run', 'done')
      return id
    },
    undone: async (who: string, id: number, onlyUnchanged = false) => {
      for (;;) {
        const answer = await as(who).post(`/api/record-imports/${id}/undo`, { onlyUnchanged })
        if (answer.status !== 200 || answer.data.state === 'undone') return answer
      }
    },
    rowsOf: async (who: string, id: number) =>
      (await as(who).get(`/api/record-imports/${id}/rows?pageSize=100`)).data.items,
    /** The counts that are not 0. */
    nonZeroCounts: ({ counts }: { counts: Record<string, number> }) =>
      Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
  }
}
