import { setTimeout as wait } from 'node:timers/promises'
import { dayOf } from '../src/kit/calendar.ts'
import { say } from './steps.ts'

/** How long all journeys take on a slow machine. */
const WALK_MS = 25 * 60_000

/**
 * Waits until a walk of all journeys lies within one day of the business. A demo's figures end on the day before its
 * start; when Shanghai's midnight passes on the way, every screen that opens on yesterday is empty.
 */
export async function waitForOneDay(): Promise<void> {
  const ends = Date.now() + WALK_MS
  if (dayOf(new Date()) === dayOf(new Date(ends))) return
  const midnight = Date.parse(`${dayOf(new Date(ends))}T00:00:00+08:00`)
  const left = midnight - Date.now()
  say(`\n上海零点快到了：浏览器测试 ${Math.ceil(left / 60_000)} 分钟后开始，以免走到一半换了日期。`)
  await wait(left + 1000)
}
