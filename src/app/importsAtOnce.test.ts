import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { addDays } from '#kit/calendar.ts'
import { day, pastFile, pastWorld, STORE } from '#operations/imports/past/testPast.ts'
import { keepKeyed } from '#operations/imports/queries.ts'
import { taobaoFile } from '#operations/imports/testImports.ts'
import type { Answer } from './testApp.ts'
import type { TestNode } from './testNodes.ts'
import { heldAt, startNode, urlOf } from './testNodes.ts'

const { as, db, upload, commit, storeId } = await pastWorld()
const SHOP = storeId(STORE)

const server = process.env.TEST_DATABASE_URL
const folder = mkdtempSync(join(tmpdir(), 'houtai-imports-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Number of days used so far: every run takes a new day. */
let taken = 0
function freshDay(): string {
  taken += 1
  return addDays('2026-01-10', taken)
}

type Counts = [consult: number, handled: number, unreplied: number]
const nicks = (rows: Record<string, Counts>) =>
  taobaoFile(Object.fromEntries(Object.entries(rows).map(([nick, row]) => [`${STORE}:${nick}`, row])))

const MORNING = nicks({ 小雨: [40, 38, 2], 阿泽: [31, 30, 1] })
const EVENING = nicks({ 小满: [25, 25, 0], 新人: [9, 7, 3] })

const previewOf = (file: typeof MORNING, on: string) => upload('head', file, { on })
const workbook = (on: string) => as('head').upload('/api/figure-files', pastFile([day(on, 66)]))

/** The sources of a day's figures: files of two agents, a workbook of past days, and an approved log. */
const BRING = {
  morning: async (on: string) => succeed(await commit('head', await previewOf(MORNING, on))),
  evening: async (on: string) => succeed(await commit('head', await previewOf(EVENING, on))),
  workbook: async (on: string) => {
    const { id, version } = (await workbook(on)).data
    succeed(await as('head').post(`/api/figure-files/${id}/commit`, { version }))
  },
  log: (on: string) =>
    db.transaction().execute((within) =>
      keepKeyed(within, {
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
type Source = keyof typeof BRING
const ALL = Object.keys(BRING) as Source[]

function succeed({ status, body }: Answer): void {
  assert.equal(status, 200, body.errorMessage)
}

type Standing = { row: object }[]

/** A day's figures of the store and its nicks, without the day and without which import wrote them and when. */
async function standing(on: string): Promise<Standing> {
  const told = sql`- array['batch_id', 'updated_at', 'on_day']`
  const { rows } = await sql<Standing[number]>`
    select to_jsonb(d) ${told} as row from store_daily d where store_id = ${SHOP} and on_day = ${on}
    union all (select to_jsonb(a) ${told} from agent_daily a where store_id = ${SHOP} and on_day = ${on} order by nick)`.execute(
    db,
  )
  return rows
}

const plainly = new Map<string, Standing>()

/** The figures of a day for which each source was imported once, in order; cached. */
async function plain(sources: readonly Source[]): Promise<Standing> {
  const once = ALL.filter((source) => sources.includes(source))
  const known = plainly.get(once.join())
  if (known) return known
  const on = freshDay()
  for (const source of once) await BRING[source](on)
  const found = await standing(on)
  plainly.set(once.join(), found)
  return found
}

/**
 * Asserts that every month equals the sum of its days, and that every committed import has one audit line and no other
 * import has any.
 */
async function assertWhole(): Promise<void> {
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
      const on = freshDay()
      for (const source of order) await BRING[source](on)
      assert.deepEqual(await standing(on), await plain(order))
    }),
    { numRuns: 5 },
  )
  await assertWhole()
})

test('concurrent imports on two nodes, with ended connections and a killed node', {
  skip: server ? false : 'needs TEST_DATABASE_URL',
}, async (t) => {
  const url = await urlOf(db, server ?? '')
  const nodes = await Promise.all([startNode(url, folder), startNode(url, folder)])
  t.after(() => Promise.all(nodes.map((node) => node.stop())))
  const [one, other] = nodes
  const once = await plain(['morning'])

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

async function samePreview(one: TestNode, other: TestNode, once: Standing): Promise<void> {
  for (const key of [undefined, 'both-at-once']) {
    const on = freshDay()
    const preview = await previewOf(MORNING, on)
    const both = await Promise.all([one, other].map((node) => node.commit('imports', preview, key)))
    const fresh = both.filter(({ status, replayed }) => status === 200 && !replayed)
    assert.equal(fresh.length, 1, JSON.stringify(both))
    assert.ok(both.every(({ status }) => status === 200 || status === 409))
    // A client that did not receive the response repeats the request, on either node.
    if (key) assert.deepEqual(await other.commit('imports', preview, key), { status: 200, replayed: true })
    else assert.equal((await other.commit('imports', preview)).status, 409)
    assert.deepEqual(await standing(on), once)
  }
  await assertWhole()
}

async function sameDay(one: TestNode, other: TestNode): Promise<void> {
  const expected = await plain(['morning', 'evening', 'workbook'])
  for (let round = 0; round < 3; round += 1) {
    const on = freshDay()
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
    assert.deepEqual(await standing(on), expected)
  }
  await assertWhole()
}

async function disconnected(
  url: string,
  table: string,
  [one, other]: TestNode[],
  once: Standing,
): Promise<void> {
  const on = freshDay()
  const preview = await previewOf(MORNING, on)
  const key = `ended-at-${table}`
  const ended = await heldAt(
    url,
    table,
    async () => one?.commit('imports', preview, key),
    async ({ disconnect, release }) => {
      await disconnect()
      await release()
    },
  )
  assert.deepEqual(ended, { status: 'fulfilled', value: { status: 503, replayed: false } })
  assert.deepEqual(await standing(on), [])
  await assertWhole()
  assert.deepEqual(await other?.commit('imports', preview, key), { status: 200, replayed: false })
  assert.deepEqual(await standing(on), once)
  await assertWhole()
}

async function killed(url: string, [one, other]: TestNode[], once: Standing): Promise<void> {
  const on = freshDay()
  const preview = await previewOf(MORNING, on)
  const ended = await heldAt(
    url,
    'store_month',
    async () => one?.commit('imports', preview, 'killed'),
    async ({ release }) => {
      one?.child.kill('SIGKILL')
      await release()
    },
  )
  assert.equal(ended.status, 'rejected')
  assert.deepEqual(await standing(on), [])
  assert.deepEqual(await other?.commit('imports', preview, 'killed'), { status: 200, replayed: false })
  assert.deepEqual(await standing(on), once)
  await assertWhole()
}
