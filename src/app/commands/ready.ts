/**
 * `npm run ready`: waits until the program with these settings accepts requests, an upgrade of the database included.
 * With `-- --once` it asks once, and fails if the program is not ready. Signals the end of a start to systemd, and the
 * health to a container engine.
 */
import { setTimeout } from 'node:timers/promises'
import { readSettings, type Settings, StartError } from '#app/settings.ts'
import { endWith } from './commandEnd.ts'

const PAUSE_MS = 100
const ANSWER_MS = 3_000

async function waitUntilReady(): Promise<string> {
  const address = addressOf(readSettings(process.env, false))
  while (!(await isReady(address))) {
    if (process.argv.includes('--once')) throw new StartError(`${address} 还不能使用。`)
    await setTimeout(PAUSE_MS)
  }
  return `${address} 可以使用了。`
}

/** The program's address as seen from this machine. */
function addressOf({ host, port }: Settings): string {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`
}

/** False also while nothing listens at the address. */
async function isReady(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/api/health/ready`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
    () => null,
  )
  await answer?.body?.cancel()
  return answer?.ok ?? false
}

await endWith(waitUntilReady)
