/** The result of a month of 20,000 stores: our response compared with the least SQL that returns as much. */
import pg from 'pg'
import { PLANNER_OPTIONS } from '#db/statements.ts'
import type { MonthPage } from '#finance/monthly-financials/contract.ts'
import { monthBefore, monthOf, today } from '#kit/calendar.ts'
import { type Cluster, createDatabaseOn } from '../cluster.ts'
import { leastMonth } from '../leastMoney.ts'
import { beginBooks, fillMoney } from '../moneyWorld.ts'
import { post, signIn, startOurs } from '../programs.ts'
import { compareWithLeast, type SqlComparison } from '../sqlComparison.ts'

const [FULL_STORES, QUICK_STORES] = [20_000, 2_000]

/** A closing takes seconds, so a few are enough. */
const MAX_CLOSINGS = 3

/** Requests a month and its stores `pairs` times, and closes it. Throws if the amounts differ. */
export async function measureClosing(
  { url }: Cluster,
  isQuick: boolean,
  pairs: number,
): Promise<Record<string, SqlComparison>> {
  const stores = isQuick ? QUICK_STORES : FULL_STORES
  const databaseUrl = await createDatabaseOn(url, `houtai_bench_money_${stores}`, (newUrl) =>
    fillMoney(newUrl, stores),
  )
  const month = monthBefore(monthOf(today(() => new Date())))
  await beginBooks(databaseUrl, month)
  const ours = await startOurs({ DATABASE_URL: databaseUrl })
  const client = new pg.Client({ connectionString: databaseUrl, options: PLANNER_OPTIONS })
  await client.connect()
  try {
    const at = { database: databaseUrl, base: `${ours.base}/api/monthly-financials/${month}`, client, month }
    const authorization = await signIn(ours.base, 'admin1')
    await deleteClosings(client)
    const results = {
      month: await measureMonth(at, authorization, pairs),
      monthParts: await measureStores(at, authorization, pairs),
      closed: await measureClose(at, authorization, Math.min(pairs, MAX_CLOSINGS)),
    }
    await deleteClosings(client)
    return results
  } finally {
    await client.end()
    await ours.stop()
  }
}

interface At {
  database: string
  base: string
  client: pg.Client
  month: string
}

type Row = Record<string, number | string | null>

/** Our amounts in the order of those of the least SQL. */
function amountsOf({ sums, recurring, ratios }: MonthPage): string {
  return JSON.stringify([
    sums.revenueCents,
    sums.netOfTaxCents,
    sums.cashCents,
    sums.storeSalaryCents,
    sums.taggedClaimCents,
    sums.netCents,
    sums.overageCents,
    recurring.startCents,
    recurring.endCents,
    recurring.newCents,
    recurring.expansionCents,
    recurring.contractionCents,
    recurring.churnCents,
    ratios.customersAtStart,
    ratios.customersLost,
    ratios.storesAtStart,
    ratios.collectionBp,
  ])
}

function sqlAmounts(row: Row): string {
  const of = (name: string) => Number(row[name] ?? 0)
  const names = [
    'revenue',
    'net_of_tax',
    'cash',
    'salary',
    'claim',
    'net',
    'overage',
    'begins',
    'ends',
    'new',
  ]
  return JSON.stringify([
    ...[...names, 'more', 'less', 'gone', 'customers', 'lost', 'stores'].map(of),
    Math.round((of('received') * 10_000) / of('asked')),
  ])
}

async function measureMonth({ database, base, client, month }: At, authorization: string, pairs: number) {
  const { sums } = leastMonth(month)
  return compareWithLeast(
    {
      mine: async () => amountsOf(await read<MonthPage>(`${base}?companyCode=001`, authorization)),
      least: async () => sqlAmounts((await client.query(sums)).rows[0]),
      database,
      statements: 1,
    },
    pairs,
  )
}

interface Page {
  total: number
  items: { name: string; under: string | null; grossCents: number; revenueCents: number }[]
}

async function measureStores({ database, base, client, month }: At, authorization: string, pairs: number) {
  const { stores } = leastMonth(month)
  return compareWithLeast(
    {
      mine: async () => {
        const page = await read<Page>(`${base}/parts?companyCode=001&by=store&pageSize=20`, authorization)
        const of = (figure: 'grossCents' | 'revenueCents') =>
          page.items.reduce((all, one) => all + one[figure], 0)
        const names = page.items.map(({ name, under }) => `${name}${under}`).join()
        return JSON.stringify([page.total, of('grossCents'), of('revenueCents'), names])
      },
      least: async () => {
        const row: Row = (await client.query(stores)).rows[0]
        return JSON.stringify([Number(row.total), Number(row.gross), Number(row.revenue), row.names])
      },
      database,
      statements: 1,
    },
    pairs,
  )
}

interface Checklist {
  items: { item: string; done: boolean }[]
}

/**
 * A closing with its checklist, open items waived, from the request to the snapshot; the month is reopened before each.
 */
async function measureClose({ database, base, client, month }: At, authorization: string, pairs: number) {
  const { items } = await read<Checklist>(`${base}/checklist?companyCode=001`, authorization)
  const waived = items.filter(({ done }) => !done).map(({ item }) => ({ item, reason: '测速' }))
  const body = { companyCode: '001', version: 0, waived }
  const { close } = leastMonth(month)
  const closeWithSql = async () => {
    await client.query('begin')
    for (const statement of close.slice(0, -1)) await client.query(statement)
    const { rows } = await client.query(close.at(-1) ?? '')
    await client.query('commit')
    return sqlAmounts(rows[0].sums)
  }
  const mine = async () => amountsOf(await post<MonthPage>(`${base}/close`, authorization, body))
  return compareWithLeast(
    { mine, least: closeWithSql, database, prepare: () => deleteClosings(client), statements: close.length },
    pairs,
  )
}

async function read<T>(url: string, authorization: string): Promise<T> {
  const answer = await fetch(url, { headers: { authorization } })
  if (!answer.ok) throw new Error(`${answer.status} ${url}`)
  return ((await answer.json()) as { data: T }).data
}

/** Deletes all closings. */
async function deleteClosings(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const table of ['monthly_step', 'monthly_snapshot', 'payroll_month', 'monthly_financial']) {
    await client.query(`delete from ${table}`)
  }
  await client.query('commit')
}
