/** Lists and search over 200,000 customers and 500,000 stores: our response compared with its statements alone. */

import { type Cluster, createDatabaseOn } from '../cluster.ts'
import { fillRecords, type Records } from '../recordsWorld.ts'
import { compareWithSql, type SqlComparison } from '../sqlComparison.ts'

const FULL: Records = { customers: 200_000, stores: 500_000 }
const QUICK: Records = { customers: 20_000, stores: 50_000 }

const search = (keyword: string) => `/api/search?keyword=${encodeURIComponent(keyword)}`
const list = (name: string, keyword?: string) =>
  `/api/${name}?current=1&pageSize=20${keyword ? `&keyword=${encodeURIComponent(keyword)}` : ''}`

/** The requests of each user. */
const PATHS = {
  admin1: {
    customers: list('customers'),
    customersByWord: list('customers', '晨曦星'),
    stores: list('stores'),
    storesByWord: list('stores', '晨曦星'),
    searchName: search('晨曦'),
    searchPinyin: search('chenxixing'),
    searchInitials: search('cxx'),
    searchCode: search('DP12345'),
    searchCommon: search('旗舰店'),
  },
  head1: { teamStores: list('stores'), teamSearch: search('晨曦') },
  sales1: { ownCustomers: list('customers'), ownSearch: search('晨曦') },
}

/** Measures the requests of each user, `pairs` times. */
export async function measureRecords(
  { url }: Cluster,
  isQuick: boolean,
  pairs: number,
): Promise<Record<string, SqlComparison>> {
  const size = isQuick ? QUICK : FULL
  const databaseUrl = await createDatabaseOn(url, `houtai_bench_records_${size.stores}`, (newUrl) =>
    fillRecords(newUrl, size),
  )
  let results: Record<string, SqlComparison> = {}
  for (const [username, paths] of Object.entries(PATHS)) {
    results = { ...results, ...(await compareWithSql<string>(databaseUrl, paths, { username, pairs })) }
  }
  return results
}
