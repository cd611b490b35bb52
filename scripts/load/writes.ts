/** Memory during 50 writes a second of several people. */
import { setTimeout } from 'node:timers/promises'
import { residentMib } from '../../bench/memory.ts'
import type { Figure } from './figures.ts'
import { type Loaded, must, signIn } from './program.ts'

const PER_SECOND = 50
const PEOPLE = ['admin', 'head', 'sales', 'finance', 'agent']
const MAX_MIB_PER_MINUTE = 1
/** Until the code is compiled and the caches are filled, memory grows. */
const WARM_UP_SHARE = 1 / 3
const SAMPLE_MS = 1_000

/** Writes for some minutes; compares the lowest memory of the second and the third part of the time. */
export async function measureMemory({ engine, base, pid }: Loaded, minutes: number): Promise<Figure[]> {
  const callers = await Promise.all(PEOPLE.map((name) => signIn(base, name)))
  const durationMs = minutes * 60_000
  const since = performance.now()
  const samples: { at: number; mib: number }[] = []
  const pending = new Set<Promise<unknown>>()
  let sent = 0
  while (performance.now() - since < durationMs) {
    const due = Math.floor(((performance.now() - since) / 1_000) * PER_SECOND)
    for (; sent < due; sent += 1) {
      const caller = callers[sent % callers.length]
      if (!caller) throw new Error('nobody signed in')
      const body = { value: { order: [`${sent}`], width: sent } }
      const write = must(caller.call(`PATCH /api/preferences/load.${sent % 40}`, body))
      pending.add(write)
      void write.finally(() => pending.delete(write)).catch(() => undefined)
    }
    const at = performance.now() - since
    if (at - (samples.at(-1)?.at ?? -SAMPLE_MS) >= SAMPLE_MS) samples.push({ at, mib: residentMib(pid) })
    await setTimeout(20)
  }
  await Promise.all(pending)
  const value = growthPerMinute(samples, durationMs)
  return [
    {
      name: `${engine}: growth of memory at ${PER_SECOND} writes/s over ${minutes} min (${sent} writes)`,
      value,
      limit: MAX_MIB_PER_MINUTE,
      unit: 'MiB a minute',
    },
  ]
}

/** From the lowest value of the second third to that of the last: garbage is collected in between. */
function growthPerMinute(samples: readonly { at: number; mib: number }[], durationMs: number): number {
  const lowest = (from: number, to: number) =>
    Math.min(...samples.filter(({ at }) => at >= from && at < to).map(({ mib }) => mib))
  const start = durationMs * WARM_UP_SHARE
  const middle = (start + durationMs) / 2
  const minutesBetween = (durationMs - start) / 2 / 60_000
  return (lowest(middle, durationMs) - lowest(start, middle)) / minutesBetween
}
