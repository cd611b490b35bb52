import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeDemo, seedDemo } from '#demo/seed.ts'
import { NOON, PASSWORD, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { pathsOf } from '#testing/testReadPaths.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { forgetCompanies } from '#testing/testWithoutCompany.ts'
import { featuresWith } from './features.ts'
import { buildServer } from './server.ts'

// Two barriers keep companies apart: the conditions of the program's queries, and row-level security (decision 126). Each
// is taken away in turn: the other one must be enough.

const { as, app, db, openConnections, watch } = await testApp(async (database) => {
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

// Read while all conditions are there.
const [ids, foreign] = await Promise.all([findIds(), findForeignNames()])

let isForgetting = false
const { forgotten } = forgetCompanies(() => isForgetting)

/** Words that names of both companies contain. */
const WORDS = ['店', '公司']

type Read = (who: string, path: string) => Promise<{ status: number; text: string }>

/** The responses in which somebody finds a name of another company, `most` at most; and the number of those with data. */
async function findLeaks(
  read: Read,
  most = Number.POSITIVE_INFINITY,
): Promise<{ leaks: string[]; answered: number }> {
  const paths = readers.flatMap((endpoint) => pathsOf(endpoint, { ids, words: WORDS }))
  const leaks: string[] = []
  let answered = 0
  for (const who of PEOPLE) {
    for (const path of paths) {
      if (leaks.length >= most) return { leaks, answered }
      const { status, text } = await read(who, path)
      if (status === 200) answered += 1
      const name = foreign[companyOf(who)]?.find((one) => text.includes(one))
      if (name) leaks.push(`${who} ${path}: ${name}`)
    }
  }
  return { leaks, answered }
}

/** Leaks found while statements are sent without the program's conditions on companies. */
async function findLeaksWithoutConditions(read: Read, most?: number) {
  // Signs in before the conditions are taken out.
  for (const who of PEOPLE) await read(who, '/api/currentUser')
  isForgetting = true
  try {
    return await findLeaks(read, most)
  } finally {
    isForgetting = false
  }
}

const readProtected: Read = async (who, path) => {
  const { status, body } = await as(who).get(path)
  return { status, text: JSON.stringify(body) }
}

/** Reads from a server that opens the database as a superuser, whom row-level security does not restrict. */
async function readerWithoutPolicies(): Promise<Read> {
  const unprotected = await buildServer({
    // Its own connections: the statements that were prepared on others keep their conditions, or stay without them.
    db: openConnections(),
    clock: () => NOON,
    keyFor: TEST_KEYS,
    requestsPerSecond: 1_000_000,
    watch,
  })
  after(() => unprotected.close())
  const tokens = new Map<string, string>()
  for (const username of PEOPLE) {
    const payload = { type: 'account', username, password: PASSWORD }
    const answer = await app.inject({ method: 'POST', url: '/api/login/account', payload })
    tokens.set(username, answer.json().data.token)
  }
  return async (who, url) => {
    const headers = { authorization: tokens.get(who) ?? '' }
    const { statusCode, body } = await unprotected.inject({ method: 'GET', url, headers })
    return { status: statusCode, text: body }
  }
}

/** Responses with data that show that the requests are not simply refused. */
const MIN_ANSWERED = 500

test('without the conditions of the program, no endpoint returns anything of another company', async () => {
  const { leaks, answered } = await findLeaksWithoutConditions(readProtected)
  assert.deepEqual(leaks, [])
  assert.ok(answered > MIN_ANSWERED, `${answered} requests were answered with data`)
  assert.ok(forgotten() > 1_000, `${forgotten()} statements were sent without their conditions`)
})

test('without row-level security, no endpoint returns anything of another company', async () => {
  const { leaks, answered } = await findLeaks(await readerWithoutPolicies())
  assert.deepEqual(leaks, [])
  assert.ok(answered > MIN_ANSWERED, `${answered} requests were answered with data`)
})

/** Leaks that show that both are really taken away. */
const ENOUGH = 20

test('the same requests leak without both', async () => {
  const { leaks } = await findLeaksWithoutConditions(await readerWithoutPolicies(), ENOUGH)
  assert.equal(leaks.length, ENOUGH, leaks.join('\n'))
})
