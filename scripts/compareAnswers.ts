/**
 * `node scripts/compareAnswers.ts BEFORE AFTER`: sends every GET of the API as every demo account to two running demos,
 * given by their addresses, and lists the responses that differ. Both must run on copies of the same data. Used to
 * check a change that must not alter behaviour, such as moving files.
 */
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#demo/accounts.ts'
import { addDays, monthBefore, monthOf, today } from '#kit/calendar.ts'
import { finish, say } from './steps.ts'

interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  schema: { enum?: unknown[]; type?: string }
}

interface Answer {
  status: number
  body: unknown
}

/** Number of records of a list that are requested individually. */
const RECORDS = 3
/** Fields that differ between requests. */
const VOLATILE = new Set(['traceId'])
/** Endpoints that do not return JSON, or describe the process or the session. */
const EXCLUDED_PATHS = /^\/api\/(docs|openapi\.json|health|login|currentUser\/sessions)/

const [before, after] = process.argv.slice(2)
if (!before || !after) throw new Error('usage: node scripts/compareAnswers.ts BEFORE AFTER')

async function signIn(base: string, username: string): Promise<string> {
  const response = await fetch(`${base}/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'account', username, password: DEMO_PASSWORD }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  return data.token
}

async function sendRequest(base: string, token: string, path: string): Promise<Answer> {
  const response = await fetch(base + path, { headers: { authorization: token } })
  const isJson = response.headers.get('content-type')?.includes('json')
  const body = isJson ? await response.json() : (await response.arrayBuffer()).byteLength
  return { status: response.status, body }
}

/** The response as text with sorted keys, without volatile fields. */
const stable = ({ status, body }: Answer) =>
  `${status} ${JSON.stringify(body, (key, value) => {
    if (VOLATILE.has(key)) return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })}`

/** The values for a parameter; `ids` are those of records. */
function valuesOf({ name, schema }: Parameter, ids: readonly string[]): string[] {
  const yesterday = addDays(
    today(() => new Date()),
    -1,
  )
  if (schema.enum) return schema.enum.map(String)
  if (name === 'month') return [monthBefore(monthOf(yesterday))]
  if (name === 'from') return [addDays(yesterday, -6)]
  if (name === 'to' || /^on$|On$/.test(name)) return [yesterday]
  if (name === 'keyword' || name === 'name') return ['晨曦']
  return [...ids]
}

function idsIn({ body }: Answer): string[] {
  const data = (body as { data?: unknown }).data
  const items = Array.isArray(data) ? data : ((data as { items?: unknown[] } | undefined)?.items ?? [])
  const ids = items.flatMap((item) => {
    const { id, month } = item as { id?: number | string; month?: string }
    return id ?? month ?? []
  })
  return ids.slice(0, RECORDS).map(String)
}

/** The requests of an endpoint: all combinations of values of its required parameters. */
function requestsOf(path: string, parameters: readonly Parameter[], ids: readonly string[]): string[] {
  const needed = parameters.filter((one) => one.in === 'path' || one.required)
  const choices = needed.reduce<Record<string, string>[]>(
    (found, one) =>
      found.flatMap((choice) => valuesOf(one, ids).map((value) => ({ ...choice, [one.name]: value }))),
    [{}],
  )
  return choices.map((choice) => {
    const query = needed
      .filter((one) => one.in === 'query')
      .map(({ name }) => [name, choice[name] ?? ''] as const)
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(choice[name] ?? '1'))
    return query.length > 0 ? `${filled}?${new URLSearchParams(Object.fromEntries(query))}` : filled
  })
}

const { paths } = (await (await fetch(`${before}/api/openapi.json`)).json()) as {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>
}
const reads = Object.entries(paths)
  .flatMap(([path, { get }]) =>
    get && !EXCLUDED_PATHS.test(path) ? [{ path, parameters: get.parameters ?? [] }] : [],
  )
  // Lists first, since they provide the ids of records.
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length)

const counts = { passed: 0, failed: 0 }
let answered = 0
for (const { username } of DEMO_ACCOUNTS) {
  const tokens = [await signIn(before, username), await signIn(after, username)] as const
  const records = new Map<string, string[]>()
  for (const { path, parameters } of reads) {
    const list = path.slice(0, path.indexOf('/{'))
    for (const request of requestsOf(path, parameters, records.get(list) ?? ['1', '2'])) {
      const [one, other] = await Promise.all([
        sendRequest(before, tokens[0], request),
        sendRequest(after, tokens[1], request),
      ])
      if (!path.includes('{')) records.set(path, idsIn(one))
      const isEqual = stable(one) === stable(other)
      if (one.status === 200) answered += 1
      counts[isEqual ? 'passed' : 'failed'] += 1
      if (!isEqual)
        say(`${username} GET ${request}\n  ${stable(one).slice(0, 400)}\n  ${stable(other).slice(0, 400)}`)
    }
  }
}
say(`${answered} of them answered with 200`)
finish([counts])
