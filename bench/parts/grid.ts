/**
 * The time of a key press in a grid of 200 rows and 12 columns, from the key to the painted result: for the grid alone,
 * and for an agent's work log.
 */
import { rmSync } from 'node:fs'
import pg from 'pg'
import { chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.ts'
import { type Cluster, createDatabaseOn } from '../cluster.ts'
import { signIn, startOurs } from '../programs.ts'
import { type Spread, spreadOf } from '../spread.ts'
import { fillWorld } from '../world.ts'
import { serveFolder } from './folder.ts'
import { buildReferencePages } from './page.ts'

/** Milliseconds per key, by the CPU slowdown. */
type KeyTimes = Record<1 | 4, Spread>

/** For the grid alone, and for an agent's work log, which saves drafts, validates figures and computes sums. */
export type GridResult = Record<'alone' | 'day', KeyTimes>

const ROWS = 200

/** Moving, typing, finishing a text, selecting, editing and cancelling. */
const KEYS = ['ArrowDown', '4', '2', 'Enter', '7', 'Tab', 'Shift+ArrowDown', 'ArrowUp', 'F2', '1', 'Escape']
const ROUNDS = 6

/** Presses the keys of a user who fills in a grid, one after another. */
export async function measureGrid(cluster: Cluster): Promise<GridResult> {
  return { alone: await measureAlone(), day: await measureDay(cluster) }
}

async function measureAlone(): Promise<KeyTimes> {
  const folder = buildReferencePages()
  const pages = await serveFolder(folder)
  try {
    return await inBrowser(`${pages.base}/grid.html`)
  } finally {
    pages.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** 我的日志 of an agent with 200 stores, today. */
async function measureDay({ url }: Cluster): Promise<KeyTimes> {
  const databaseUrl = await createDatabaseOn(url, 'houtai_bench_grid', fillDay)
  const ours = await startOurs({ DATABASE_URL: databaseUrl })
  try {
    return await inBrowser(`${ours.base}/store-worklog/mine`, await signIn(ours.base, 'agent1'))
  } finally {
    await ours.stop()
  }
}

async function fillDay(url: string): Promise<void> {
  await fillWorld(url, { stores: 400, days: 30 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const agent = `(select id from staff where username = 'agent1')`
  await client.query(`begin; set local session_replication_role = replica;
    update store_assignment set staff_id = ${agent} where store_id <= ${ROWS};
    update agent_account set staff_id = ${agent} where store_id <= ${ROWS};
    -- Stores without files of the last days are keyed.
    delete from agent_daily where store_id <= ${ROWS} and on_day >= current_date - 8; commit`)
  await client.end()
}

async function inBrowser(url: string, token?: string): Promise<KeyTimes> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  try {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
    if (token) await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`)
    const page = await context.newPage()
    await page.goto(url)
    await page.locator('.grid-open').first().click()
    await assertRows(page)
    return { 1: await pressAll(page, 1), 4: await pressAll(page, 4) }
  } finally {
    await browser.close()
  }
}

/** Throws unless the grid has all rows, rendered or virtual. */
async function assertRows(page: Page): Promise<void> {
  const rows = Number(await page.locator('[role=grid]').getAttribute('aria-rowcount'))
  if (rows < ROWS) throw new Error(`the grid has ${rows} rows`)
}

async function pressAll(page: Page, slower: 1 | 4): Promise<Spread> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const key of KEYS) times.push(await press(page, key))
  }
  return spreadOf(times)
}

/** Milliseconds from the key event in the page until the next frame has been painted. */
async function press(page: Page, key: string): Promise<number> {
  await page.evaluate(LISTEN)
  await page.keyboard.press(key)
  return page.evaluate<number>('window.keyTime')
}

// A message posted in an animation frame arrives after layout and paint. The expression returns nothing: `evaluate`
// would wait for a promise, but the key comes later.
const LISTEN = `void (window.keyTime = new Promise((done) => {
  addEventListener('keydown', (event) => {
    requestAnimationFrame(() => {
      const drawn = new MessageChannel()
      drawn.port1.onmessage = () => done(performance.now() - event.timeStamp)
      drawn.port2.postMessage(0)
    })
  }, { capture: true, once: true })
}))`
