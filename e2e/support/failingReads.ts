import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { startupCall, startupCalls } from '#app/browser/earlyCalls.ts'
import { featuresWith } from '#app/features.ts'
import { health } from '#app/healthContract.ts'
import type { Client } from '#kit/client.ts'
import type { Endpoint } from '#kit/contract.ts'
import { SIGN_IN as SIGN_IN_MEANS } from '#testing/testSignIn.ts'
import { WINGS as FOLDERS } from '#testing/testSources.ts'
import { escapeRegExp, ROOT } from '../../scripts/steps.ts'
import { clientOf } from './api.ts'
import { type Interceptor, intercept } from './interceptor.ts'
import { journey, type Visit } from './journey.ts'
import { figurePlaces, framePlaces, moneyPlaces, type Place, recordPlaces } from './places.ts'
import { type Attempt, attemptsAt, failures, type Sign, sayIn, signOf } from './readFailures.ts'
import { triesAll } from './shares.ts'

/** The GET endpoints of all contracts. */
const reads = [
  ...featuresWith(SIGN_IN_MEANS).flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint)),
  ...Object.values(health),
].filter(({ method }) => method === 'GET')

/** Answers several reads at once; if it fails, each component sends its own read. */
const STARTUP = startupCall.endpoint.path
const PARTS_OF_STARTUP: string[] = Object.values(startupCalls).map(({ endpoint }) => endpoint.path)

/** The paths that must fail so that a component does not get the response of a read. */
const pathsOf = (read: string) => (PARTS_OF_STARTUP.includes(read) ? [read, STARTUP] : [read])

/** The parts of the reads: a read belongs to the first part that matches its path. */
const WINGS = {
  figures: [
    /^\/api\/(reports\/(daily|weekly)|figures|figure-(?!checks)|imports|warnings|worklogs|rosters|duty|leaves|leave-attachments)/,
    /^\/api\/clock\/(?!rules)/,
    /^\/api\/(stores\/options|store-assignments\/loads)$/,
  ],
  money: [
    /^\/api\/(customer-bills|bill-|receivables|bank-|reimbursement-(bills|stand|payouts)|attachments|payout-)/,
    /^\/api\/(monthly-|reports\/payroll)/,
  ],
  records: [
    /^\/api\/(customers|stores|staff(?!\/retention)|store-|agent-|churn-|follow-|access-|companies|audit-logs$)/,
  ],
  frame: [/^/],
}

export type Wing = keyof typeof WINGS

const PLACES: Record<Wing, (client: Client) => Promise<Place[]>> = {
  figures: figurePlaces,
  money: moneyPlaces,
  records: recordPlaces,
  frame: framePlaces,
}

const wingOf = (path: string) =>
  (Object.keys(WINGS) as Wing[]).find((wing) => WINGS[wing].some((pattern) => pattern.test(path)))

/** Literal paths first: `/api/stores/options` must not match `/api/stores/:id`. */
const patterns = reads
  .map(({ path }) => ({ path, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }))
  .sort((a, b) => a.path.split(':').length - b.path.split(':').length)

/** The contract path of a GET request. */
const readBy = (request: Request) => (request.method() === 'GET' ? pathOf(request.url()) : undefined)

const pathOf = (url: string) => patterns.find(({ pattern }) => pattern.test(new URL(url).pathname))?.path

/** The reads of a part that the browser sends, because a component names them. The others are for API callers only. */
async function readsOf(wing: Wing): Promise<string[]> {
  const source = globSync(['src/**/*.tsx', 'src/app/browser/*.ts', 'src/people/sign-in/earlyRoutes.ts'], {
    cwd: ROOT,
  })
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const names = await namesOfReads()
  const isNamed = (path: string) =>
    source.includes(`GET ${path}'`) ||
    (names.get(path) ?? []).some((name) => new RegExp(`\\b${escapeRegExp(name)}\\b`).test(source))
  return reads
    .map(({ path }) => path)
    .filter((path) => path !== STARTUP && wingOf(path) === wing && isNamed(path))
}

/** The names of each read in source code: `stores.list`, or `storeOptions` where a file exports one endpoint. */
async function namesOfReads(): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>()
  const files = globSync(`src/{app,${FOLDERS.join()}}/**/*ontract*.ts`, { cwd: ROOT }).filter(
    (file) => !file.includes('.test.'),
  )
  for (const file of files) {
    for (const [name, exported] of Object.entries<Endpoint | Record<string, Endpoint>>(
      await import(join(ROOT, file)),
    )) {
      for (const [named, endpoint] of endpointsOf(name, exported)) {
        if (!reads.includes(endpoint)) continue
        names.set(endpoint.path, [...(names.get(endpoint.path) ?? []), named])
      }
    }
  }
  return names
}

/** The endpoints that an export of a contract's file names, each with its name in source code. */
function endpointsOf(
  name: string,
  exported: Endpoint | Record<string, Endpoint>,
): readonly (readonly [string, Endpoint])[] {
  const alone = reads.find((read) => read === exported)
  if (alone) return [[name, alone]]
  return Object.entries(exported as Record<string, Endpoint>).map(
    ([member, endpoint]) => [`${name}.${member}`, endpoint] as const,
  )
}

/** Asserts that the places list every read of the part once, and no other paths. */
async function checkReads(wing: Wing, places: readonly Place[]): Promise<void> {
  const requiredReads = await readsOf(wing)
  const listed = places.flatMap((place) => place.reads)
  const unlisted = requiredReads.filter((path) => !listed.includes(path))
  const unknown = listed.filter((path) => !requiredReads.includes(path))
  const repeated = listed.filter((path, at) => listed.indexOf(path) < at)
  const table = 'e2e/support/places.ts'
  assert.deepEqual(unlisted, [], `reads that no place lists: add it to the reads of a place in ${table}`)
  assert.deepEqual(unknown, [], `paths in ${table} that are no reads of this part that a component names`)
  assert.deepEqual(repeated, [], `reads that ${table} lists twice`)
}

/** Maximum time until a failure is displayed. */
const PATIENCE_MS = Number(process.env.E2E_PATIENCE_MS ?? 20_000)
/** The time-out of a read (specification §7), with a small margin. */
const TIME_OUT_MS = 60_100
const DRAWN_MS = 1000
/** The client retries once, one second after a lost connection. */
const RETRY_MS = 1100

/** One of `of` parts of the attempts. */
interface Part {
  at: number
  of: number
}

/** Makes the reads of a part fail one by one, and collects those whose failure the user cannot see. */
async function failReads(wing: Wing, part: Part, { page, base, signIn }: Visit): Promise<void> {
  const places = await PLACES[wing](await clientOf(base, 'admin'))
  await checkReads(wing, places)
  await page.clock.install()
  await signIn('admin', '/logo.svg')
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const wire = await intercept(page, pathOf)
  const silent: string[] = []
  const untried: string[] = []
  const attempts = places.flatMap(attemptsIn).filter((_, at) => at % part.of === part.at)
  for (const { place, path, attempt } of attempts) {
    await prepare(page, token, attempt)
    const where = `${path} at ${place.path}: ${attempt.failure} in ${attempt.language}`
    try {
      if (!(await isShown({ page, wire, place, path, attempt }))) silent.push(where)
    } catch (error) {
      untried.push(`${where}: ${error}`)
    }
    await wire.clear()
  }
  assert.deepEqual(silent, [], 'reads whose failure is not shown')
  assert.deepEqual(untried, [], 'reads that could not be made to fail')
}

const attemptsIn = (place: Place) =>
  place.reads.flatMap((path) => attemptsAt(path).map((attempt) => ({ place, path, attempt })))

/**
 * Signs a user in with the attempt's language, and removes drafts of earlier attempts: an offered draft locks its form.
 */
async function prepare(page: Page, token: string, { language }: Attempt): Promise<void> {
  // A page without the program does not hold the drafts' database open.
  await page.goto('/logo.svg')
  await page.evaluate(
    async (items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
      for (const { name } of await indexedDB.databases()) {
        const request = indexedDB.deleteDatabase(name ?? '')
        await new Promise((resolve, reject) => {
          request.onsuccess = resolve
          request.onerror = reject
        })
      }
    },
    { token, locale: language },
  )
}

interface Trial {
  page: Page
  wire: Interceptor
  place: Place
  path: string
  attempt: Attempt
}

/** Opens the place while the read fails. Returns whether the user sees the failure. */
async function isShown({ page, wire, place, path, attempt }: Trial): Promise<boolean> {
  const { failure, language } = attempt
  const say = sayIn(language)
  const { reply } = failures[failure]
  for (const [changed, change] of Object.entries(place.changes ?? {})) await wire.change(changed, change)
  const failing = pathsOf(path)
  for (const one of failing) await wire.fail(one, reply)
  const isFailing = (request: Request) => failing.includes(readBy(request) ?? '')
  const others = watchRequests(page, (request) => !isFailing(request))
  const sign = signOf(path, failure, say)
  const open = async () => {
    await page.goto(place.path, { waitUntil: 'commit' })
    // A failure that opens another page may interrupt the last step.
    await place.open?.(page, say).catch((error) => {
      if (!sign.path) throw error
    })
  }
  const sent = page.waitForRequest(isFailing).catch(() => null)
  await open()
  assert.ok(await sent, 'the place does not send it')
  if (reply === 'late') {
    await others.finished()
    await runOut(page)
  }
  if (reply === 'none') await page.clock.runFor(RETRY_MS)
  others.stop()
  const texts = place.states ? [...sign.texts, say(place.states)] : sign.texts
  const shown = await appears(page, { ...sign, texts })
  if (reply === 'late') await page.clock.setSystemTime(new Date())
  return shown
}

/** Watches some requests of a page; `finished` waits until none of them is pending. */
function watchRequests(page: Page, isWatched: (request: Request) => boolean) {
  const open = new Set<Request>()
  const add = (request: Request) => isWatched(request) && open.add(request)
  const remove = (request: Request) => open.delete(request)
  page.on('request', add).on('requestfinished', remove).on('requestfailed', remove)
  return {
    finished: async () => {
      do await page.evaluate(frames)
      while (open.size > 0)
    },
    stop: () => void page.off('request', add).off('requestfinished', remove).off('requestfailed', remove),
  }
}

/** Runs in the page: waits for two frames. */
function frames(): Promise<unknown> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}

/** Runs in the page: waits until the document has not changed for a number of frames, or a maximum number of frames. */
function drawn(): Promise<void> {
  const UNCHANGED_FRAMES = 20
  let all = 600
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = UNCHANGED_FRAMES
  const observer = new MutationObserver(() => {
    left = UNCHANGED_FRAMES
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  const next = () => {
    left -= 1
    all -= 1
    if (left > 0 && all > 0) return requestAnimationFrame(next)
    observer.disconnect()
    resolve()
  }
  requestAnimationFrame(next)
  return promise
}

/**
 * Lets a read time out, after the components of its place have been rendered: React may delay them by 300 ms, a busy
 * machine longer. A component rendered after the time-out would repeat the read.
 */
async function runOut(page: Page): Promise<void> {
  await page.clock.runFor(DRAWN_MS)
  await page.evaluate(drawn)
  await page.clock.fastForward(TIME_OUT_MS - DRAWN_MS)
}

async function appears(page: Page, sign: Sign): Promise<boolean> {
  const options = { polling: 50, timeout: PATIENCE_MS }
  return page.waitForFunction(isVisible, sign, options).then(
    () => true,
    (error: Error) => {
      if (error.name === 'TimeoutError') return false
      throw error
    },
  )
}

/** Runs in the page: whether one of the texts is visible, or the title of a visible element. */
function isVisible({ texts, path = location.pathname }: Sign): boolean {
  const titled = [...document.querySelectorAll<HTMLElement>('[title]')].filter((one) => one.checkVisibility())
  const shown = [document.body.innerText, ...titled.map(({ title }) => title)]
  return location.pathname === path && texts.some((text) => shown.some((one) => one.includes(text)))
}

/** The browser logs each failed request. */
const NOISE = [/Failed to load resource/]

/** With all ways, a part takes half an hour; it is split so that a failed test can be repeated alone. */
const PARTS = triesAll ? 12 : 1

/** Tests in which every read of a part fails. */
export function failingReads(wing: Wing, of: string): void {
  for (let at = 0; at < PARTS; at += 1) {
    const part = PARTS > 1 ? `, part ${at + 1} of ${PARTS}` : ''
    journey(
      `an admin sees the failure of every read: ${of}${part}`,
      (visit) => failReads(wing, { at, of: PARTS }, visit),
      { expected: NOISE },
    )
  }
}
