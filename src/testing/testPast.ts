import assert from 'node:assert/strict'
import { toXlsx } from '#kit/sheets/write.ts'
import type { Answer } from './testApp.ts'
import { figures, type ImportWorld, importWorld } from './testImports.ts'

/** The store of the tests; `head` leads its team and `agent` serves it. */
export const STORE = '晨曦家居旗舰店'

/** A row of a workbook, by header. */
export type Cells = Record<string, string | number>

/** A workbook in the format of the template: the figures, followed by the notes. */
export function pastFile(rows: Cells[]) {
  const titles = [...new Set(['店铺编号', '店铺名称', '日期', '咨询人数', ...rows.flatMap(Object.keys)])]
  const sheet = {
    name: '历史日数据',
    columns: titles.map((title) => ({ title, type: 'text' as const })),
    rows: rows.map((row) => titles.map((title) => row[title] ?? null)),
  }
  const notes = { name: '填写说明', columns: [{ title: '列', type: 'text' as const }], rows: [['日期']] }
  return { name: '历史.xlsx', bytes: Buffer.from(toXlsx([sheet, notes])) }
}

/** A row of `STORE`. */
export const day = (on: string, users: number, more: Cells = {}): Cells => ({
  店铺名称: STORE,
  日期: on,
  咨询人数: users,
  ...more,
})

/** The states with at least one row, and their counts. */
export const nonzeroCounts = ({ data }: Answer) =>
  Object.fromEntries(Object.entries<number>(data.counts).filter(([, count]) => count > 0))

/** The small test world, with the steps of a workbook of past figures. */
export async function pastWorld() {
  const world = await importWorld()
  const { as, db, storeId } = world
  const send = (who: string, rows: Cells[]) => as(who).upload('/api/figure-files', pastFile(rows))
  const step = (who: string, verb: 'commit' | 'undo', { data }: Answer) =>
    as(who).post(`/api/figure-files/${data.id}/${verb}`, { version: data.version })
  return {
    ...(world as ImportWorld),
    send,
    step,
    /** Uploads and commits; returns the response of the commit. */
    importRows: async (who: string, rows: Cells[]): Promise<Answer> => {
      const preview = await send(who, rows)
      assert.equal(preview.status, 200, preview.body.errorMessage)
      const done = await step(who, 'commit', preview)
      assert.equal(done.status, 200, done.body.errorMessage)
      return done
    },
    faults: async (who: string, { data }: Answer) =>
      (await as(who).get(`/api/figure-files/${data.id}/faults`)).data,
    /** The store's figures of a day: consult users, replied, source. */
    figuresOn: async (on: string) => {
      const { stores } = await figures(db)
      const store = stores.find((row) => row.onDay === on && row.storeId === storeId(STORE))
      return store && [store.consultUsers, store.replied, store.source]
    },
  }
}
