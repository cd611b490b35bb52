/**
 * `npm test`: types, lint, generated files, every browser journey, every server test. With `server` or `browser` only
 * those tests; with files after it, only those files.
 */
import { keepTestsInMemory } from './inMemory.ts'
import { finish, matching, say, staticChecks } from './steps.ts'
import type { Selection } from './testing/suites.ts'
import { runTests, wholeSuite } from './testing/suites.ts'

const [part, ...patterns] = process.argv.slice(2)

function selected(): Selection {
  const whole = wholeSuite()
  const files = patterns.length > 0 ? matching(patterns) : undefined
  if (files?.length === 0) throw new Error(`没有这样的测试文件：${patterns.join(' ')}`)
  if (part === 'server') return { ...whole, journeys: [], ...(files && { server: files, embedded: [] }) }
  if (part === 'browser') return { journeys: files ?? whole.journeys, server: [], embedded: [] }
  return whole
}

keepTestsInMemory()
try {
  const selection = selected()
  const checks = part ? { passed: 0, failed: 0 } : await staticChecks()
  finish([checks, await runTests(selection)])
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  finish([{ passed: 0, failed: 1 }])
}
