/**
 * `npm run test:machine-gone`: a machine is lost with its data and its key while clients write, and everything is
 * restored on a new one from the copies elsewhere and the key that was kept apart. With arguments, only the parts whose
 * title contains one of them.
 */
import { check, runConcurrently } from './crash/checks.ts'
import { embeddedToFolder, embeddedToS3 } from './machineGone/embedded.ts'
import { finish } from './steps.ts'

/** What is lost and restored; each returns what it measured, or throws. */
const PARTS: [title: string, work: () => Promise<string>][] = [
  ['内嵌数据库，备份在文件夹', embeddedToFolder],
  ['内嵌数据库，备份在 S3', embeddedToS3],
]

const words = process.argv.slice(2)
const chosen = PARTS.filter(([title]) => words.length === 0 || words.some((word) => title.includes(word)))
finish(
  await runConcurrently(
    chosen.map(
      ([title, work]) =>
        () =>
          check(title, work),
    ),
  ),
)
