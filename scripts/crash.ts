/**
 * `npm run test:crash`: tests that no acknowledged data is lost if processes are killed, the power fails, disks fill
 * up, statements run away, or a PostgreSQL server disappears and returns. With arguments, only the checks whose title
 * contains one of them. CRASH_SCALE multiplies the repetitions; CRASH_SEED repeats a run.
 */
import { check, runConcurrently } from './crash/checks.ts'
import { canMount, hasLoopDevices } from './crash/disk.ts'
import { nearlyFull, suddenlyFull } from './crash/full.ts'
import { killedFirstStart, killedUnderLoad, runawayEnded, secondRefused } from './crash/kills.ts'
import { powerCuts, powerCutWithoutSync } from './crash/power.ts'
import { programKilled, stopsInOrder } from './crash/programCrashes.ts'
import { serverGone } from './crash/serverGone.ts'
import { finish, say } from './steps.ts'

type Check = [title: string, work: () => Promise<string>]

const ANYWHERE: Check[] = [
  ['负载下反复 kill -9', killedUnderLoad],
  ['连同程序一起 kill -9', programKilled],
  ['建库和迁移途中 kill -9', killedFirstStart],
  ['第二个进程', secondRefused],
  ['失控的语句', runawayEnded],
  ['负载下停机', stopsInOrder],
  ['PostgreSQL 离开又回来', serverGone],
]

const ON_A_DISK: Check[] = [
  ['断电', powerCuts],
  ['对照：不同步时断电', powerCutWithoutSync],
]

const WITH_LIMITED_DISK: Check[] = [
  ['磁盘突然写满', suddenlyFull],
  ['磁盘将满', nearlyFull],
]

if (!canMount) say('– 断电和磁盘满没有检查：需要以 root 在 Linux 上挂载。')
else if (!hasLoopDevices) say('– 断电没有检查：这台机器没有 loop 设备；磁盘满改在内存盘（tmpfs）上检查。')

const possible = [...(hasLoopDevices ? ON_A_DISK : []), ...ANYWHERE, ...(canMount ? WITH_LIMITED_DISK : [])]
const words = process.argv.slice(2)
const selectedChecks = possible.filter(
  ([title]) => words.length === 0 || words.some((word) => title.includes(word)),
)
finish(
  await runConcurrently(
    selectedChecks.map(
      ([title, work]) =>
        () =>
          check(title, work),
    ),
  ),
)
