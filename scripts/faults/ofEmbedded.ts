import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillUp } from '../crash/disk.ts'
import type { Fault } from './fault.ts'
import { FIRST, type Rig } from './rig.ts'

const SHOWN_FOR_AN_HOUR = 4_500

/** Kills the process of the embedded engine; the program restarts it. */
function killEngine(rig: Rig): void {
  const pid = rig.node(FIRST).running.child.pid
  const [engine] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  process.kill(Number(engine), 'SIGKILL')
}

const diskOf = (rig: Rig) => {
  if (!rig.disk) throw new Error('this fault needs a disk of its own')
  return rig.disk
}

export const embeddedFaults: readonly Fault[] = [
  {
    title: '磁盘快满',
    how: '数据所在的 16 GB 的盘填到只剩 2.5 GB',
    engine: 'embedded',
    key: 'disk.low',
    words: /磁盘只剩 2\.\d GB（共 1\d GB）/,
    inject: async (rig) => {
      const free = fillUp(diskOf(rig), 2_560)
      return async () => free()
    },
  },
  {
    title: '磁盘满了',
    how: '数据所在的盘填到只剩 300 MB',
    engine: 'embedded',
    key: 'disk.low',
    words: /磁盘满了（剩 \d+ MB），现在只能查看，不能保存/,
    inject: async (rig) => {
      const free = fillUp(diskOf(rig), 300)
      return async () => free()
    },
  },
  {
    title: '磁盘越来越满',
    how: '写入四天前的测量值：那时还多 13 GB',
    engine: 'embedded',
    key: 'disk.filling',
    words: /按最近的增长，节点 \d 的磁盘再过 .+就满/,
    inject: async (rig) => {
      const at = new Date(rig.clock.now() - 4 * 86_400_000)
      const samples = await rig.query<{ key: string; value: string }>(
        `select distinct on (key) key, value from system_sample where key like 'disk:%' order by key, at desc`,
      )
      for (const { key, value } of samples) {
        await rig.query('insert into system_sample (key, at, value) values ($1, $2, $3)', [
          key,
          at,
          Number(value) + 13 * 1024 ** 3,
        ])
      }
      return async () => void (await rig.query('delete from system_sample where at = $1', [at]))
    },
  },
  {
    title: '内置数据库被结束',
    how: '内嵌数据库的进程被 kill -9，程序自己重新启动它',
    engine: 'embedded',
    key: 'engine.restarted',
    words: /内置数据库在一小时内意外重启 1 次/,
    resolvedWithin: SHOWN_FOR_AN_HOUR,
    inject: async (rig) => {
      killEngine(rig)
      return async () => {}
    },
  },
  {
    title: '本机的备份写不进去',
    how: '备份文件夹被一个文件占住',
    engine: 'embedded',
    key: 'backup.failed',
    words: /到“本机”的备份连续 \d+ 次没有成功.*数据没有丢/,
    within: { seconds: 7_200, reason: '备份每小时一次，要求 2 小时之内' },
    resolvedWithin: 7_200,
    inject: async (rig) => {
      const folder = join(rig.dataFolder(), 'backups')
      renameSync(folder, `${folder}.away`)
      writeFileSync(folder, '')
      return async () => {
        rmSync(folder)
        renameSync(`${folder}.away`, folder)
      }
    },
  },
]
