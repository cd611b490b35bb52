import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { IMPORT_KINDS, type ImportKind } from '#access/kinds.ts'
import { masked } from '#kit/masks.ts'
import type { ImportColumn } from '#kit/recordSheet.ts'
import { toXlsx } from '#kit/sheets/write.ts'
import { entityNames, templateColumns } from '#platform/record-imports/rules.ts'
import { type ExistingRow, existingSheets } from '#platform/record-imports/template.ts'
import { testApp } from '#testing/testApp.ts'
import { addRandomRecords, type Gen, oddText } from '#testing/testRoundTrip.ts'
import { importing } from '#testing/testSheets.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { sheets } from './sheets.ts'

const numRuns = Number(process.env.ROUND_TRIP_RUNS ?? 3)
const seed = Number(process.env.FUZZ_SEED ?? 20260519)

const app = await testApp(seedWorld)
const { as, db } = app
const { finished, nonZeroCounts, rowsOf, written } = importing(app)

/** Who may import each kind of record. */
const WHO: Record<ImportKind, readonly string[]> = {
  staff: ['admin', 'head'],
  customer: ['admin', 'sales', 'finance'],
  store: ['admin', 'sales', 'finance'],
  terms: ['admin', 'sales', 'finance'],
  assignment: ['admin', 'head'],
  nick: ['admin', 'head'],
  opening: ['admin', 'finance'],
}

const pairs = IMPORT_KINDS.flatMap((entity) => WHO[entity].map((who) => ({ entity, who })))

async function actorOf(username: string): Promise<Actor> {
  return db
    .selectFrom('staff')
    .select(['id', 'role', 'parentId', 'companyCode'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
}

const columnsOf = async (who: string, entity: ImportKind) =>
  templateColumns(await actorOf(who), sheets[entity].sheet.columns)

async function exported(who: string, entity: ImportKind): Promise<ExistingRow[]> {
  const rows: ExistingRow[] = []
  for (;;) {
    const { status, data, body } = await as(who).get(
      `/api/record-imports/existing?entity=${entity}&offset=${rows.length}`,
    )
    assert.equal(status, 200, body.errorMessage)
    rows.push(...data.items)
    if (!data.hasMore) return rows
  }
}

/** Writes the rows as 下载现有资料 does, uploads the file and checks it. */
async function preview(who: string, entity: ImportKind, rows: readonly ExistingRow[]) {
  const columns = await columnsOf(who, entity)
  const file = toXlsx(existingSheets(columns, entityNames[entity], { named: {}, rows }))
  const upload = { name: '现有资料.xlsx', bytes: Buffer.from(file) }
  return finished(who, await as(who).upload('/api/record-imports', upload, { entity }))
}

/** Every row of the tables that imports write, and the number of lines in the log. */
async function stateOf(): Promise<string> {
  const tables = [
    'staff',
    'staff_pay',
    'customer',
    'store',
    'store_terms',
    'store_assignment',
    'agent_account',
  ]
  const parts = [...tables, 'customer_bill'].map(
    (table) => sql`(select coalesce(jsonb_agg(to_jsonb(t) order by id), '[]') from ${sql.table(table)} t)`,
  )
  const { rows } = await sql<{ state: unknown }>`
    select jsonb_build_array(${sql.join(parts)}, (select count(*) from audit)) as state`.execute(db)
  return JSON.stringify(rows[0]?.state)
}

/** Fails with the first row that is not unchanged. */
async function assertSame(who: string, { id, ...found }: Awaited<ReturnType<typeof preview>>, count: number) {
  const counts = nonZeroCounts(found)
  const [odd] = (await rowsOf(who, id)).filter(({ state }: { state: string }) => state !== 'same')
  assert.deepEqual(counts, count === 0 ? {} : { same: count }, JSON.stringify(odd))
  assert.deepEqual([found.noted, found.unknownHeaders], [0, []])
}

test('an export of any records, by any role, is imported again without a change, a version or a line in the log', async () => {
  const exportedPairs = new Set<string>()
  const property = fc.asyncProperty(fc.gen(), async (g) => {
    await addRandomRecords(db, g)
    const before = await stateOf()
    for (const { entity, who } of pairs) {
      const rows = await exported(who, entity)
      if (rows.length === 0) continue
      exportedPairs.add(`${who} ${entity}`)
      const found = await preview(who, entity, rows)
      await assertSame(who, found, rows.length)
      assert.equal((await written(who, found.id)).state, 'done')
    }
    assert.equal(await stateOf(), before)
  })
  await fc.assert(property, { numRuns, seed, endOnFailure: true })
  assert.equal(exportedPairs.size, pairs.length)
})

/** A new value for a cell: what is written into the cell, and what an export then contains. */
interface Edit {
  cell: string | number
  exported?: string | number
}

const oneOf = <T>(g: Gen, all: readonly T[]): T => all[g(fc.nat, { max: all.length - 1 })] as T

/** Texts whose form is checked. */
const FORMS: Record<string, (g: Gen) => Edit> = {
  uscc: () => ({ cell: ' 9144030071526726xg', exported: '9144030071526726XG' }),
  url: (g) => ({ cell: `https://new.example/${g(fc.nat)}` }),
  mobile: (g) => masking('mobile', `136${String(g(fc.nat, { max: 99_999_999 })).padStart(8, '0')}`),
  wechat: (g) => masking('wechat', `wx-${g(fc.nat)}`),
  payeeCard: () => masking('payeeCard', '6222021234567890123'),
  tiers: (g) => ({ cell: `100:${g(fc.nat, { max: 9 })}；不限＝1`.replace('＝', '=') }),
  nick: (g) => ({ cell: `nick${g(fc.nat)}` }),
}

const masking = (field: string, full: string): Edit => ({
  cell: full,
  exported: masked(field, full) as string,
})

/** A random edit of a column that existing records can change; undefined for a reference. */
function editOf(g: Gen, { field, kind, words }: ImportColumn): Edit | undefined {
  const form = FORMS[field]
  if (form) return form(g)
  switch (kind) {
    case 'text':
      return { cell: `${oddText(g).slice(0, 12)}${g(fc.nat)}` }
    case 'day':
      return { cell: oneOf(g, ['2024-02-29', '2025-12-31', '2026-05-18']) }
    case 'money':
    case 'percent':
      return { cell: g(fc.nat, { max: 9_999 }) }
    case 'share':
      return { cell: 100 * g(fc.nat, { max: 25 }) }
    case 'count':
      return { cell: 1 + g(fc.nat, { max: 99 }) }
    case 'choice':
      return { cell: oneOf(g, Object.values(words ?? {})) }
    case 'choices':
      return {
        cell: Object.values(words ?? {})
          .slice(0, 2)
          .join('、'),
      }
    case 'words':
      return { cell: 'x、y' }
    default:
      return undefined
  }
}

/** Values that another field of the record follows, so that more than one cell of its export changes. */
const FOLLOWED = new Set(['staff hiredOn', 'staff role', 'terms pricingModel'])

test('after an edit of one cell exactly this cell is changed, or the row is refused and nothing is', async (context) => {
  await addRandomRecords(db, fc.sample(fc.gen(), { numRuns: 1, seed })[0] as Gen)
  const outcomes: Record<string, number> = {}
  const property = fc.asyncProperty(fc.gen(), async (g) => {
    const { entity, who } = oneOf(g, pairs)
    const columns = await columnsOf(who, entity)
    const changeable = columns.filter(
      ({ field, newOnly, finding, accompanies }) =>
        !newOnly && !finding && !accompanies && !FOLLOWED.has(`${entity} ${field}`),
    )
    const column = oneOf(g, changeable)
    const before = await exported(who, entity)
    if (before.length === 0) return
    const at = g(fc.nat, { max: before.length - 1 })
    const edit = editOf(g, column)
    const present = before[at]?.[column.field]
    if (!edit || [edit.cell, edit.exported].includes(present ?? undefined)) return
    const withReason = entity === 'terms' ? { reason: '核对合同' } : {}
    const edited = before.map((row, n) =>
      n === at ? { ...row, [column.field]: edit.cell, ...withReason } : row,
    )
    const state = await stateOf()
    const found = await preview(who, entity, edited)
    const about = `${who} ${entity} ${column.field}: ${JSON.stringify([before[at], edit])}`
    const [touched, ...others] = (await rowsWithin(who, found.id)).filter(isTouched)
    assert.deepEqual(others, [], about)
    assert.ok(touched, about)
    const outcome = touched.state
    outcomes[`${entity} ${outcome}`] = (outcomes[`${entity} ${outcome}`] ?? 0) + 1
    assert.equal(await stateOf(), state, 'a preview writes nothing')
    await written(who, found.id)
    if (outcome !== 'update') return assert.equal(await stateOf(), state, `${outcome} ${about}`)
    const shown = canonical(column, edit.exported ?? edit.cell)
    const expected = before.map((row, n) => (n === at ? { ...row, [column.field]: shown } : row))
    assert.deepEqual(byText(await exported(who, entity)), byText(expected), about)
  })
  await fc.assert(property, { numRuns: 10 * numRuns, seed, endOnFailure: true })
  context.diagnostic(JSON.stringify(outcomes))
  const updates = Object.keys(outcomes).filter((key) => key.endsWith(' update'))
  assert.ok(updates.length >= 2, JSON.stringify(outcomes))
})

/** An export sorts by names, which an edit may change. */
const byText = (rows: readonly ExistingRow[]) => rows.map((row) => JSON.stringify(row)).sort()

/** Tiers are exported in one form, texts without spaces at their ends. */
function canonical({ field }: ImportColumn, value: string | number): string | number {
  if (field !== 'tiers') return typeof value === 'string' ? value.trim() : value
  const [, fee] = /^100:(\d+)/.exec(String(value)) ?? []
  return `100：${fee}.00；以上：1.00`
}

interface Row {
  state: string
  problem: string | null
}

/** Whether the preview says something of a row. */
const isTouched = ({ state, problem }: Row) => state !== 'same' || problem !== null

async function rowsWithin(who: string, id: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let current = 1; ; current += 1) {
    const { data } = await as(who).get(`/api/record-imports/${id}/rows?pageSize=100&current=${current}`)
    rows.push(...data.items)
    if (rows.length >= data.total) return rows
  }
}
