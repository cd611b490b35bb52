import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { addDays } from '#kit/calendar.ts'
import { applyKeyedLines } from '#operations/imports/queries.ts'
import type { Answer } from '#testing/testApp.ts'
import { taobaoFile } from '#testing/testImports.ts'
import { startNode, type TestNode, urlOf, whileBlockedAt } from '#testing/testNodes.ts'
import { day, pastFile, pastWorld, STORE } from '#testing/testPast.ts'

const { as, db, upload, commit, storeId } = await pastWorld()
const SHOP = storeId(STORE)

const server = process.env.TEST_DATABASE_URL
const folder = mkdtempSync(join(tmpdir(), 'houtai-imports-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Number of days used so far: every run takes a new day. */
let daysUsed = 0
function unusedDay(): string {
  daysUsed += 1
  return addDays('2026-01-10', daysUsed)
}

type Counts = [consult: number, handled: number, unreplied: number]
const nicks = (rows: Record<string, Counts>) =>
  taobaoFile(Object.fromEntries(Object.entries(rows).map(([nick, row]) => [`${STORE}:${nick}`, row])))

const MORNING = nicks({ 小雨: [40, 38, 2], 阿泽: [31, 30, 1] })
const EVENING = nicks({ 小满: [25, 25, 0], 新人: [9, 7, 3] })

const previewOf = (file: typeof MORNING, on: string) => upload('head', file, { on })
const workbook = (on: string) => as('head').upload('/api/figure-files', pastFile([day(on, 66)]))

/** The sources of a day's figures: files of two agents, a workbook of past days, and an approved log. */
const IMPORT_SOURCES = {
  morning: async (on: string) => succeed(await commit('head', await previewOf(MORNING, on))),
  evening: async (on: string) => succeed(await commit('head', await previewOf(EVENING, on))),
  workbook: async (on: string) => {
    const { id, version } = (await workbook(on)).data
    succeed(await as('head').post(`/api/figure-files/${id}/commit`, { version }))
  },
  log: (on: string) =>
    db.transaction().execute((within) =>
      applyKeyedLines(within, {
        companyCode: '001',
        // Each day has its own log.
        worklogId: Number(on.replaceAll('-', '')),
        at: new Date('2026-05-19T04:00:00Z'),
        lines: [
          { storeId: SHOP, on, nick: `${STORE}:夜班`, consultUsers: 12, handledUsers: 12, unreplied: 0 },
        ],
      }),
    ),
}
type Source = keyof typeof IMPORT_SOURCES
const ALL = Object.keys(IMPORT_SOURCES) as Source[]

function succeed({ status, body }: Answer): void {
  assert.equal(status, 200, body.errorMessage)
}

type DayFigures = { row: object }[]

/** A day's figures of the store and its nicks, without the day and without which import wrote them and when. */
async function dayFigures(on: string): Promise<DayFigures> {
  const withoutImportFields = sql`- array['batch_id', 'updated_at', 'on_day']`
  const { rows } = await sql<DayFigures[number]>`
    select to_jsonb(d) ${withoutImportFields} as row from store_daily d where store_id = ${SHOP} and on_day = ${on}
    union all (select to_jsonb(a) ${withoutImportFields} from agent_daily a where store_id = ${SHOP} and on_day = ${on} order by nick)`.execute(
    db,
  )
  return rows
}

const expectedFigures = new Map<string, DayFigures>()

/** The figures of a day for which each source was imported once, in order; cached. */
async function figuresOf(sources: readonly Source[]): Promise<DayFigures> {
  const once = ALL.filter((source) => sources.includes(source))
  const cached = expectedFigures.get(once.join())
  if (cached) return cached
  const on = unusedDay()
  for (const source of once) await IMPORT_SOURCES[source](on)
  const found = await dayFigures(on)
  expectedFigures.set(once.join(), found)
  return found
}

/**
 * Asserts that every month equals the sum of its days, and that every committed import has one audit line and no other
 * import has any.
 */
async function assertConsistent(): Promise<void> {
  const months = await sql`select 1 from store_month m
    left join lateral store_month_of(m.store_id, m.month_on) counted on true
    where to_jsonb(m) - 'summed_at' is distinct from to_jsonb(counted) - 'summed_at'`.execute(db)
  assert.deepEqual(months.rows, [])
  const written = await sql`select 1 from (
      select 'import' as entity, id, status from import_batch
      union all select 'figure-file', id, status from figure_file) batch
    where (select count(*) from audit where audit.entity = batch.entity and audit.action = 'commit'
      and audit.record_id = batch.id::text) <> case batch.status when 'committed' then 1 else 0 end`.execute(
    db,
  )
  assert.deepEqual(written.rows, [])
}

test('files, a workbook and a log give the same figures in any order, even if some are imported twice', async () => {
  const sources = fc.subarray(ALL, { minLength: 1 })
  const orders = sources.chain((some) =>
    fc
      .tuple(fc.constant(some), fc.array(fc.constantFrom(...some), { maxLength: 2 }))
      .chain(([once, again]) =>
        fc.shuffledSubarray([...once, ...again], { minLength: once.length + again.length }),
      ),
  )
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const on = unusedDay()
      for (const source of order) await IMPORT_SOURCES[source](on)
      assert.deepEqual(await dayFigures(on), await figuresOf(order))
    }),
    { numRuns: 5 },
  )
  await assertConsistent()
})

test('concurrent imports on two nodes, with ended connections and a killed node', {
  skip: server ? false : 'needs TEST_DATABASE_URL',
}, async (t) => {
  const url = await urlOf(db, server ?? '')
  const nodes = await Promise.all([startNode(url, folder), startNode(url, folder)])
  t.after(() => Promise.all(nodes.map((node) => node.stop())))
  const [one, other] = nodes
  const once = await figuresOf(['morning'])

  await t.test('a preview confirmed on both nodes concurrently is written once', () =>
    samePreview(one, other, once),
  )
  await t.test('files and a workbook of one day on both nodes concurrently give the same figures', () =>
    sameDay(one, other),
  )
  for (const table of ['agent_daily', 'store_daily', 'store_month', 'audit']) {
    await t.test(
      `if the connection ends before ${table}, nothing is written, and the repeat writes it once`,
      () => disconnected(url, table, [one, other], once),
    )
  }
  await t.test('if a node is killed during an import, another node writes it once', () =>
    killed(url, [one, other], once),
  )
})

async function samePreview(one: TestNode, other: TestNode, once: DayFigures): Promise<void> {
  for (const key of [undefined, 'both-at-once']) {
    const on = unusedDay()
    const preview = await previewOf(MORNING, on)
    const both = await Promise.all([one, other].map((node) => node.commit('imports', preview, key)))
    const firstAnswers = both.filter(({ status, replayed }) => status === 200 && !replayed)
    assert.equal(firstAnswers.length, 1, JSON.stringify(both))
    assert.ok(both.every(({ status }) => status === 200 || status === 409))
    // A client that did not receive the response repeats the request, on either node.
    if (key) assert.deepEqual(await other.commit('imports', preview, key), { status: 200, replayed: true })
    else assert.equal((await other.commit('imports', preview)).status, 409)
    assert.deepEqual(await dayFigures(on), once)
  }
  await assertConsistent()
}

async function sameDay(one: TestNode, other: TestNode): Promise<void> {
  const expected = await figuresOf(['morning', 'evening', 'workbook'])
  for (let round = 0; round < 3; round += 1) {
    const on = unusedDay()
    const [first, again, evening] = [
      await previewOf(MORNING, on),
      await previewOf(MORNING, on),
      await previewOf(EVENING, on),
    ]
    const past = await workbook(on)
    const all = await Promise.all([
      one.commit('imports', first),
      other.commit('imports', again),
      other.commit('imports', evening),
      one.commit('figure-files', past),
    ])
    assert.deepEqual(
      all.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.deepEqual(await dayFigures(on), expected)
  }
  await assertConsistent()
}

async function disconnected(
  url: string,
  table: string,
  [one, other]: TestNode[],
  once: DayFigures,
): Promise<void> {
  const on = unusedDay()
  const preview = await previewOf(MORNING, on)
  const key = `ended-at-${table}`
  const ended = await whileBlockedAt(
    url,
    table,
    async () => one?.commit('imports', preview, key),
    async ({ disconnect, release }) => {
      await disconnect()
      await release()
    },
  )
  assert.deepEqual(ended, { status: 'fulfilled', value: { status: 503, replayed: false } })
  assert.deepEqual(await dayFigures(on), [])
  await assertConsistent()
  assert.deepEqual(await other?.commit('imports', preview, key), { status: 200, replayed: false })
  assert.deepEqual(await dayFigures(on), once)
  await assertConsistent()
}

async function killed(url: string, [one, other]: TestNode[], once: DayFigures): Promise<void> {
  const on = unusedDay()
  const preview = await previewOf(MORNING, on)
  const ended = await whileBlockedAt(
    url,
    'store_month',
    async () => one?.commit('imports', preview, 'killed'),
    async ({ release }) => {
      one?.child.kill('SIGKILL')
      await release()
    },
  )
  assert.equal(ended.status, 'rejected')
  assert.deepEqual(await dayFigures(on), [])
  assert.deepEqual(await other?.commit('imports', preview, 'killed'), { status: 200, replayed: false })
  assert.deepEqual(await dayFigures(on), once)
  await assertConsistent()
}
