/**
 * `npm run test:machine-gone`: a machine is lost with its data and its key while clients write, and everything is
 * restored on a new one from the copies elsewhere and the key that was kept apart. Needs root on Debian. With arguments,
 * only the parts whose title contains one of them; `--full` uses a database with 3 million store-days.
 */
import { existsSync } from 'node:fs'
import { check, runConcurrently } from './crash/checks.ts'
import { canInstall, install } from './debian.ts'
import { folderRepository, s3Repository } from './machineGone/postgres.ts'
import { finish } from './steps.ts'

/** What is lost and restored; each returns what it measured, or throws. */
const PARTS: [title: string, work: (isFull: boolean) => Promise<string>][] = [
  ['PostgreSQL，仓库在文件夹', folderRepository],
  ['PostgreSQL，仓库在 S3', s3Repository],
]

if (!canInstall()) throw new Error('test:machine-gone needs root on Debian')
if (!existsSync('/usr/bin/pgbackrest')) install('postgresql', 'pgbackrest')
const args = process.argv.slice(2)
const words = args.filter((arg) => !arg.startsWith('--'))
const chosen = PARTS.filter(([title]) => words.length === 0 || words.some((word) => title.includes(word)))
const isFull = args.includes('--full')
finish(
  await runConcurrently(
    chosen.map(
      ([title, work]) =>
        () =>
          check(title, () => work(isFull)),
    ),
  ),
)
