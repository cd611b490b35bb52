/**
 * `npm run audit:verify [-- 001:1234:hash …]`: verifies the audit chain of every company, and the given anchors. Exits
 * with 1 if a chain is broken. The embedded engine must not be in use: while the program runs, use its API instead.
 */
import { readFileSync } from 'node:fs'
import { ANCHORS_MESSAGE } from '#app/anchors.ts'
import { readMasterKey } from '#app/masterKey.ts'
import { sentenceOf } from '#app/sentences.ts'
import { readSettings } from '#app/settings.ts'
import { openUpToDate } from '#app/upgrade.ts'
import { acrossCompanies } from '#db/barrier.ts'
import { deriveKeys } from '#kit/keys.ts'
import { sealPending, verifyChain } from '#platform/audit-logs/queries.ts'
import { breakSentence } from '#platform/audit-logs/rules.ts'
import { type Anchor, readAnchor } from '#platform/audit-logs/verify.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Anchors given as arguments, and those in log files of the program, given as paths. */
function readAnchors(args: string[]): Anchor[] {
  return args.flatMap((arg) => {
    if (/^\d{3}:\d+:[0-9a-f]{64}$/.test(arg)) return [readAnchor(arg)]
    return readFileSync(arg, 'utf8')
      .split('\n')
      .map(parsed)
      .filter((line) => line?.msg === ANCHORS_MESSAGE)
      .flatMap((line) => (line?.anchors ?? []).map(readAnchor))
  })
}

/** Parses a line of the log; null for other lines and for a line that was cut off when the program was killed. */
function parsed(line: string): { msg?: string; anchors?: string[] } | null {
  try {
    return line.startsWith('{') ? JSON.parse(line) : null
  } catch {
    return null
  }
}

async function verify(): Promise<boolean> {
  const settings = readSettings(process.env, process.argv.includes('--demo'))
  const anchors = readAnchors(process.argv.slice(2).filter((arg) => arg !== '--demo'))
  const key = deriveKeys(readMasterKey(settings))('audit')
  const { db: opened, close } = await openUpToDate(settings, {
    onLost: (error) => say(error.message),
    onRestart: say,
  })
  const db = acrossCompanies(opened, 'commands')
  // Seals the lines that the program wrote last before it stopped.
  await sealPending(db, key)
  let holds = true
  const companies = await db.selectFrom('company').select('code').orderBy('code').execute()
  for (const { code } of companies) {
    const { lines, head, broken } = await verifyChain(db, key, code, anchors)
    if (!broken) say(`${code}  ${lines} 行，完好。链头 ${head ? `${code}:${head}` : '无'}`)
    else say(`${code}  第 ${broken.seq ?? '?'} 行：${breakSentence(broken.reason)}。此前 ${lines} 行完好。`)
    holds &&= broken === null
  }
  await close()
  return holds
}

try {
  process.exit((await verify()) ? 0 : 1)
} catch (error) {
  process.stderr.write(`${sentenceOf(error) ?? (error as Error).stack}\n`)
  process.exit(2)
}
