import { setTimeout as wait } from 'node:timers/promises'
import { dayOf } from '../src/kit/calendar.ts'
import { say } from './steps.ts'

/** Duration of all end-to-end tests on a slow machine. */
const ALL_JOURNEYS_MS = 25 * 60_000

/**
 * Waits until all end-to-end tests fit into one business day. A demo's figures end on the day before its start: after
 * midnight in Shanghai every screen that opens on yesterday would be empty.
 */
export async function waitForOneDay(): Promise<void> {
  const ends = Date.now() + ALL_JOURNEYS_MS
  if (dayOf(new Date()) === dayOf(new Date(ends))) return
  const midnight = Date.parse(`${dayOf(new Date(ends))}T00:00:00+08:00`)
  const left = midnight - Date.now()
  say(`\n上海零点快到了：浏览器测试 ${Math.ceil(left / 60_000)} 分钟后开始，以免走到一半换了日期。`)
  await wait(left + 1000)
}
