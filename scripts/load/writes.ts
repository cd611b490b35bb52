/** Memory during 50 writes a second of several people. */
import { setTimeout } from 'node:timers/promises'
import { residentMib } from '../../bench/memory.ts'
import { collectGarbage } from './collectGarbage.ts'
import type { Figure } from './figures.ts'
import { type Caller, type Loaded, must, signIn } from './program.ts'

const PER_SECOND = 50
const PEOPLE = ['admin', 'head', 'sales', 'finance', 'agent']
const MAX_MIB_PER_MINUTE = 1
/** Until the code is compiled and the caches are filled, memory grows. */
const WARM_UP_SHARE = 1 / 3

/**
 * Writes for some minutes; compares the memory after the first third of the time with that at its end. Garbage is
 * collected before both: V8 leaves it for many minutes as long as the machine has room, and it is no growth.
 * `inspector` is the port on which the program can be asked for that.
 */
export async function measureMemory(
  { engine, base, pid }: Loaded,
  inspector: number,
  minutes: number,
): Promise<Figure[]> {
  const callers = await Promise.all(PEOPLE.map((name) => signIn(base, name)))
  const memory = async () => {
    await collectGarbage(inspector)
    return residentMib(pid)
  }
  const write = writer(callers.map(({ call }) => call))
  const warmUp = minutes * WARM_UP_SHARE
  await write(warmUp)
  const before = await memory()
  const count = await write(minutes - warmUp)
  const after = await memory()
  return [
    {
      name: `${engine}: growth of memory at ${PER_SECOND} writes/s over ${minutes} min (${count} writes, ${before.toFixed(0)} → ${after.toFixed(0)} MiB)`,
      value: (after - before) / (minutes - warmUp),
      limit: MAX_MIB_PER_MINUTE,
      unit: 'MiB a minute',
    },
  ]
}

/** Returns a function that writes for some minutes, and resolves with the number of all writes when they are answered. */
function writer(callers: readonly Caller[]) {
  let sent = 0
  return async (minutes: number): Promise<number> => {
    const since = performance.now()
    const sentBefore = sent
    const pending = new Set<Promise<unknown>>()
    while (performance.now() - since < minutes * 60_000) {
      const due = sentBefore + Math.floor(((performance.now() - since) / 1_000) * PER_SECOND)
      for (; sent < due; sent += 1) {
        const call = callers[sent % callers.length]
        if (!call) throw new Error('nobody signed in')
        const body = { value: { order: [`${sent}`], width: sent } }
        const written = must(call(`PATCH /api/preferences/load.${sent % 40}`, body))
        pending.add(written)
        void written.finally(() => pending.delete(written)).catch(() => undefined)
      }
      await setTimeout(20)
    }
    await Promise.all(pending)
    return sent
  }
}
