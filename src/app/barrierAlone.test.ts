import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDemo, seedDemo } from '#demo/seed.ts'
import { NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { pathsOf } from '#testing/testReadPaths.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { forgetCompanies } from '#testing/testWithoutCompany.ts'
import { featuresWith } from './features.ts'
import { buildServer } from './server.ts'

// The program's own conditions on companies are taken out of every statement: what is left is the second barrier.

const { as, app, db } = await testApp(async (database) => {
  const demo = await makeDemo(() => NOON)
  await database.transaction().execute((tx) => seedDemo(tx, () => NOON, TEST_KEYS, demo))
})

const readers = featuresWith(SIGN_IN)
  .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
  .filter(({ method }) => method === 'GET')

/** One person of each role; admins of the headquarters may see every company. */
const PEOPLE = ['admin2', 'head', 'agent', 'sales', 'finance']

/** Records of both companies: the first ones, which are of the headquarters, and some of the other company. */
async function findIds(): Promise<number[]> {
  const idsOf = (table: 'store' | 'customer' | 'staff') =>
    db.selectFrom(table).select('id').where('companyCode', '=', '002').orderBy('id').limit(1).execute()
  const found = await Promise.all((['store', 'customer', 'staff'] as const).map(idsOf))
  return [...new Set([1, ...found.flat().map(({ id }) => id)])]
}

/** Names that only one company has, by the company of the person who must not read them. */
async function findForeignNames(): Promise<Record<string, string[]>> {
  const namesOf = async (company: string) => {
    const rows = await Promise.all(
      (['customer', 'store', 'staff'] as const).map((table) =>
        db.selectFrom(table).select('name').where('companyCode', '=', company).execute(),
      ),
    )
    return rows.flat().map(({ name }) => name)
  }
  const [first, second] = await Promise.all([namesOf('001'), namesOf('002')])
  // A name within another one of the own company would be found there.
  const foreign = (theirs: string[], ours: string[]) =>
    theirs.filter((name) => !ours.some((own) => own.includes(name)))
  return { '001': foreign(second, first), '002': foreign(first, second) }
}

const companyOf = (who: string) => (who === 'admin2' ? '002' : '001')

let isForgetting = false
const { forgotten } = forgetCompanies(() => isForgetting)

/** The responses in which somebody finds a name of another company, `most` at most. */
async function findLeaks(
  read: (who: string, path: string) => Promise<string>,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const [ids, foreign] = await Promise.all([findIds(), findForeignNames()])
  // Signs in before the conditions are taken out.
  for (const who of PEOPLE) await as(who).get('/api/currentUser')
  const leaks: string[] = []
  isForgetting = true
  try {
    for (const who of PEOPLE) {
      for (const path of readers.flatMap((endpoint) => pathsOf(endpoint, { ids, words: [] }))) {
        if (leaks.length >= most) return leaks
        const text = await read(who, path)
        const name = foreign[companyOf(who)]?.find((one) => text.includes(one))
        if (name) leaks.push(`${who} ${path}: ${name}`)
      }
    }
  } finally {
    isForgetting = false
  }
  return leaks
}

test('without the conditions of the program, no endpoint returns anything of another company', async () => {
  const leaks = await findLeaks(async (who, path) => JSON.stringify((await as(who).get(path)).body))
  assert.deepEqual(leaks, [])
  assert.ok(forgotten() > 1_000, `${forgotten()} statements were sent without their conditions`)
})

/** Leaks that show that the conditions are really taken out. */
const ENOUGH = 20

test('the same requests leak without the second barrier', async () => {
  const unprotected = await buildServer({
    db,
    clock: () => NOON,
    keyFor: TEST_KEYS,
    requestsPerSecond: 1_000_000,
  })
  const tokens = new Map<string, string>()
  for (const username of PEOPLE) {
    const payload = { type: 'account', username, password: 'Demo@2026' }
    const answer = await app.inject({ method: 'POST', url: '/api/login/account', payload })
    tokens.set(username, answer.json().data.token)
  }
  const leaks = await findLeaks(async (who, url) => {
    const authorization = tokens.get(who) ?? ''
    return (await unprotected.inject({ method: 'GET', url, headers: { authorization } })).body
  }, ENOUGH)
  await unprotected.close()
  assert.equal(leaks.length, ENOUGH, leaks.join('\n'))
})
