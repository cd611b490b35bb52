/**
 * `npm test`: types, lint, generated files, all end-to-end tests, all server tests, and some rolling upgrades. With
 * `types`, `server` or `browser` only these; with files, only these files. `--bail` starts no further file after a
 * failure; `--once` does not repeat failed end-to-end tests.
 */
import { keepTestsInMemory } from './inMemory.ts'
import { finish, matching, say, staticChecks, typeChecks } from './steps.ts'
import { rollingUpgrades } from './testing/rollingUpgrades.ts'
import { fullSuite, runTests, type Selection } from './testing/suites.ts'

const ROLLING_UPGRADES = 5
const PARTS = ['types', 'server', 'browser']

const args = process.argv.slice(2)
const words = args.filter((arg) => !arg.startsWith('--'))
const part = words.find((word) => PARTS.includes(word))
const patterns = words.filter((word) => !PARTS.includes(word))
const options = { bail: args.includes('--bail'), once: args.includes('--once') }

function selected(): Selection {
  if (patterns.length === 0) {
    const suite = fullSuite()
    if (part === 'server') return { ...suite, journeys: [] }
    return part === 'browser' ? { ...suite, server: [], embedded: [] } : suite
  }
  const files = matching(patterns)
  if (files.length === 0) throw new Error(`没有这样的测试文件：${patterns.join(' ')}`)
  const isJourney = (file: string) => file.endsWith('.spec.ts')
  return {
    journeys: files.filter(isJourney),
    server: files.filter((file) => !isJourney(file)),
    embedded: [],
  }
}

keepTestsInMemory()
try {
  if (part === 'types') finish([await typeChecks()])
  const isWhole = !part && patterns.length === 0
  const checks = isWhole ? [await staticChecks()] : []
  checks.push(await runTests(selected(), options))
  // Separately, since a response that takes 5 s counts as failed.
  if (isWhole) checks.push(await rollingUpgrades(ROLLING_UPGRADES))
  finish(checks)
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  finish([{ passed: 0, failed: 1 }])
}
