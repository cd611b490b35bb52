/**
 * `npm run test:machine-gone`: a machine is lost with its data and its key while clients write, and everything is
 * restored on a new one from the copies elsewhere and the key that was kept apart. The parts on PostgreSQL need root on
 * Debian, and are left out elsewhere. With arguments, only the parts whose title contains one of them; `--full` adds
 * 3 million store-days: to the PostgreSQL database, and as a part of its own on the embedded engine.
 */
import { existsSync } from 'node:fs'
import { check, runConcurrently } from './crash/checks.ts'
import { canInstall, install } from './debian.ts'
import { embeddedToFolder, embeddedToS3 } from './machineGone/embedded.ts'
import { embeddedAtFullSize } from './machineGone/embeddedFull.ts'
import { folderRepository, s3Repository } from './machineGone/postgres.ts'
import { finish, say } from './steps.ts'

type Part = [title: string, work: (isFull: boolean) => Promise<string>]

/** What is lost and restored; each returns what it measured, or throws. */
const PARTS: Part[] = [
  ['内嵌数据库，备份在文件夹', embeddedToFolder],
  ['内嵌数据库，备份在 S3', embeddedToS3],
]

const FULL_PARTS: Part[] = [['内嵌数据库，300 万店日', () => embeddedAtFullSize()]]

const PARTS_ON_DEBIAN: Part[] = [
  ['PostgreSQL，仓库在文件夹', folderRepository],
  ['PostgreSQL，仓库在 S3', s3Repository],
]

if (!canInstall()) say('– PostgreSQL 的两项没有检查：需要以 root 在 Debian 上运行。')
else if (!existsSync('/usr/bin/pgbackrest')) install('postgresql', 'pgbackrest')
const args = process.argv.slice(2)
const words = args.filter((arg) => !arg.startsWith('--'))
const isFull = args.includes('--full')
const possible = [...PARTS, ...(isFull ? FULL_PARTS : []), ...(canInstall() ? PARTS_ON_DEBIAN : [])]
const chosen = possible.filter(([title]) => words.length === 0 || words.some((word) => title.includes(word)))
finish(
  await runConcurrently(
    chosen.map(
      ([title, work]) =>
        () =>
          check(title, () => work(isFull)),
    ),
  ),
)
