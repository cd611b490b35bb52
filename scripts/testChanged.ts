/**
 * `npm run test:changed [-- commit]`: types, lint, and the tests that the changes since the commit may break; default:
 * since the last merged commit. `--list` only prints them.
 */
import { keepTestsInMemory } from './inMemory.ts'
import { finish, say, staticChecks } from './steps.ts'
import { changedFiles, lastMerged, selectTests } from './testing/selection.ts'
import { runTests } from './testing/suites.ts'

const args = process.argv.slice(2)
const listOnly = args.includes('--list')
const base = args.find((arg) => !arg.startsWith('--')) ?? lastMerged()
const changed = changedFiles(base)
const selection = selectTests(changed)
say(
  `${changed.length} 个文件与 ${base} 不同：${selection.server.length} 个服务端测试文件，${selection.journeys.length} 个浏览器测试文件`,
)
if (selection.leftOut.length > 0)
  say(`没有选入的浏览器测试（npm test 会运行）：${selection.leftOut.join('、')}`)
if (listOnly) {
  say([...selection.server, ...selection.journeys].join('\n'))
  process.exit()
}
keepTestsInMemory()
finish([await staticChecks(), await runTests(selection)])
