import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sumOf } from '#kit/rates.ts'
import type { CellMetric } from '#reporting/reports/contract.ts'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import type { Explanation } from './contract.ts'
import { unitOf } from './rules.ts'

const { as, db } = await testApp(seedWorld)
const DAYS = ['2026-04-30', '2026-05-01', '2026-05-02']
const PERIOD = { from: DAYS[0] ?? '', to: DAYS.at(-1) ?? '' }
const STAMP = { companyCode: '001', updatedAt: new Date('2026-05-19T01:00:00Z') }

const stores = await db
  .selectFrom('store')
  .select(['id', 'customerId'])
  .where('companyCode', '=', '001')
  .orderBy('id')
  .execute()
const agents = await db
  .selectFrom('staff')
  .select('id')
  .where('username', 'in', ['agent', 'agent3'])
  .execute()

// Each agent has two nicks at each store. One more nick belongs to no agent.
const nickOf = (storeId: number, staffId: number, n: number) => `${storeId}:${staffId}:${n}`
await db
  .insertInto('agentAccount')
  .values(
    stores.flatMap(({ id: storeId }) =>
      agents.flatMap(({ id: staffId }) =>
        [1, 2].map((n) => ({
          companyCode: '001',
          storeId,
          staffId,
          nick: nickOf(storeId, staffId, n),
          // The second nick is bound from the second day on.
          fromOn: DAYS[n - 1] ?? '',
        })),
      ),
    ),
  )
  .execute()

const count = fc.option(fc.integer({ min: 0, max: 500 }), { nil: null })
/** A row of figures: each may be missing, and a numerator may lack its denominator. */
const figures = fc
  .record({
    consultUsers: count,
    handledUsers: count,
    replyBase: count,
    within3minBase: count,
    frtWeight: count,
    artWeight: count,
    evaluated: count,
    inquiryUsers: count,
    share: fc.nat(4),
  })
  .map(({ share, ...row }) => ({
    ...row,
    replied: row.replyBase === null ? null : Math.floor((row.replyBase * share) / 4),
    within3min: row.within3minBase === null || share === 0 ? null : Math.floor(row.within3minBase / share),
    frtTotalCs: row.frtWeight === null || share === 1 ? null : row.frtWeight * 137 * share,
    artTotalCs: row.artWeight === null ? null : row.artWeight * 311 + share,
    satisfied: row.evaluated === null || share === 2 ? null : Math.floor((row.evaluated * share) / 4),
    orderUsers: row.inquiryUsers === null ? null : Math.floor(row.inquiryUsers / (share + 1)),
  }))
type Figures = typeof figures extends fc.Arbitrary<infer F> ? F : never

/** A day of a store: empty, the file's own row (possibly with agents' rows), or the sum of the agents' rows. */
const storeDay = fc.oneof(
  fc.constant({ own: null, nicks: [] as Figures[] }),
  fc.record({ own: figures, nicks: fc.array(figures, { maxLength: 4 }) }),
  fc.record({ own: fc.constant(null), nicks: fc.array(figures, { minLength: 1, maxLength: 5 }) }),
)
const world = fc.array(storeDay, {
  minLength: stores.length * DAYS.length,
  maxLength: stores.length * DAYS.length,
})

function summed(rows: Figures[]): Figures {
  const pair = (part: keyof Figures, whole: keyof Figures) => {
    const both = rows.filter((row) => row[part] !== null && row[whole] !== null)
    return { [part]: sumOf(both.map((row) => row[part])), [whole]: sumOf(both.map((row) => row[whole])) }
  }
  return {
    consultUsers: sumOf(rows.map((row) => row.consultUsers)),
    handledUsers: sumOf(rows.map((row) => row.handledUsers)),
    ...pair('replied', 'replyBase'),
    ...pair('within3min', 'within3minBase'),
    ...pair('frtTotalCs', 'frtWeight'),
    ...pair('artTotalCs', 'artWeight'),
    ...pair('satisfied', 'evaluated'),
    ...pair('orderUsers', 'inquiryUsers'),
  } as Figures
}

async function put(days: { own: Figures | null; nicks: Figures[] }[]) {
  await db.deleteFrom('agentDaily').execute()
  await db.deleteFrom('storeDaily').execute()
  for (const [at, { own, nicks }] of days.entries()) {
    const storeId = stores[Math.floor(at / DAYS.length)]?.id ?? 0
    const cell = { ...STAMP, storeId, onDay: DAYS[at % DAYS.length] ?? '' }
    const names = [...agents.flatMap(({ id }) => [1, 2].map((n) => nickOf(storeId, id, n))), '没有主人的昵称']
    const rows = nicks.map((row, place) => ({
      ...cell,
      ...row,
      nick: names[place] ?? '',
      source: 'imported' as const,
    }))
    if (rows.length > 0) await db.insertInto('agentDaily').values(rows).execute()
    const dayRow = own
      ? { ...own, source: 'imported' as const }
      : { ...summed(nicks), source: 'sum' as const }
    if (own || rows.length > 0)
      await db
        .insertInto('storeDaily')
        .values({ ...cell, ...dayRow })
        .execute()
  }
}

async function requestExplanation(
  path: string,
  query: Record<string, string | number>,
): Promise<Explanation> {
  const text = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)] as [string, string]),
  )
  const { status, data, body } = await as('admin').get(`/api/figures/${path}?${text}`)
  assert.equal(status, 200, body.errorMessage)
  return data
}

/** Asserts that the cell is the sum of its rows; rates and times: numerator and denominator are. */
function assertSums(cell: Explanation) {
  const shownSums = [cell.value, cell.numerator, cell.denominator]
  const beneath = (['value', 'numerator', 'denominator'] as const).map((field) =>
    sumOf(cell.rows.map((row) => row[field])),
  )
  const [value, ...sides] = beneath
  assert.deepEqual([unitOf(cell.metric) === 'count' ? value : cell.value, ...sides], shownSums)
}

/** The rows of a daily report by `${id} ${day}`. */
async function reported(path: string, id: string) {
  const query = new URLSearchParams({ ...PERIOD, pageSize: '100' })
  const { data } = await as('admin').get(`/api/reports/${path}?${query}`)
  return new Map<string, Record<string, number | null>>(
    data.items.map((row: Record<string, string | number>) => [`${row[id]} ${row.on}`, row]),
  )
}

interface Kind {
  report: string
  id: string
  path: string
  /** The tested metrics and the report's field for each. */
  metrics: Partial<Record<CellMetric, string>>
  subjects: number[]
}

const storeIds = stores.map(({ id }) => id)
const customerIds = [...new Set(stores.map(({ customerId }) => customerId))]
const KINDS: Kind[] = [
  {
    report: 'daily-store',
    id: 'storeId',
    path: 'explain',
    subjects: storeIds,
    metrics: { volume: 'volume' },
  },
  {
    report: 'daily-store-response-rate',
    id: 'storeId',
    path: 'explain',
    subjects: storeIds,
    metrics: { reply: 'rateBp', firstResponse: 'firstResponseS', averageResponse: 'averageResponseS' },
  },
  {
    report: 'daily-customer',
    id: 'customerId',
    path: 'explain-customer',
    subjects: customerIds,
    metrics: { volume: 'volume' },
  },
  {
    report: 'daily-worker',
    id: 'staffId',
    path: 'explain-agent',
    subjects: agents.map(({ id }) => id),
    metrics: {
      handled: 'volume',
      firstResponse: 'firstResponseS',
      averageResponse: 'averageResponseS',
      satisfaction: 'satisfactionBp',
      conversion: 'conversionBp',
    },
  },
]

/** A cell's value in the report's unit: times in seconds. */
const asReported = ({ metric, value }: Explanation) =>
  unitOf(metric) === 'seconds' && value !== null ? value / 100 : value

for (const { report, id, path, metrics, subjects } of KINDS) {
  const names = Object.keys(metrics) as CellMetric[]
  // A customer has the volume only.
  const metricQuery = (metric: CellMetric): Record<string, string> =>
    path === 'explain-customer' ? {} : { metric }
  test(`${report}: for random figures, every cell is the sum of its rows and equals the value in the report`, async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.constantFrom(...names), async (days, metric) => {
        await put(days)
        const rows = await reported(report, id)
        for (const subject of subjects) {
          assertSums(await requestExplanation(path, { [id]: subject, ...metricQuery(metric), ...PERIOD }))
          for (const on of DAYS) {
            const cell = await requestExplanation(path, {
              [id]: subject,
              ...metricQuery(metric),
              from: on,
              to: on,
            })
            assertSums(cell)
            const row = rows.get(`${subject} ${on}`)
            assert.equal(asReported(cell), row?.[metrics[metric] ?? ''] ?? null, `${subject} ${on} ${metric}`)
          }
        }
      }),
      { numRuns: 3 + names.length },
    )
  })
}
