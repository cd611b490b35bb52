import pg from 'pg'
import type { Fault } from './fault.ts'
import { ARCHIVE_COMMAND, type Rig } from './rig.ts'

const SHOWN_FOR_AN_HOUR = 4_500

const serverOf = (rig: Rig) => {
  if (!rig.server || !rig.proxy) throw new Error('this fault needs a server')
  return { server: rig.server, proxy: rig.proxy }
}

async function openConnection(rig: Rig): Promise<pg.Client> {
  const client = new pg.Client(rig.address())
  client.on('error', () => {})
  await client.connect()
  return client
}

/** What is common to the faults in which no node reaches the database. */
const OUTAGE = {
  engine: 'PostgreSQL',
  key: 'database.gone',
  words: /数据库.*连不上/,
  refusal: /系统暂时繁忙|数据库/,
  resolvedWithin: SHOWN_FOR_AN_HOUR,
} as const

async function setArchiveCommand(rig: Rig, command: string): Promise<void> {
  await rig.query(`alter system set archive_command = '${command}'`)
  await rig.query('select pg_reload_conf()')
}

/** Time that PostgreSQL may take to archive a segment or to give an attempt up, in real ms. */
const ARCHIVE_MS = 90_000

/** Ends the present segment and waits until PostgreSQL counts an attempt to archive more. */
async function archiveNow(rig: Rig, counter: 'archived_count' | 'failed_count'): Promise<void> {
  const count = async () =>
    Number((await rig.query<{ n: string }>(`select ${counter} as n from pg_stat_archiver`))[0]?.n)
  const before = await count()
  const began = performance.now()
  await rig.query('select pg_switch_wal()')
  while ((await count()) === before) {
    if (performance.now() - began > ARCHIVE_MS) throw new Error(`${counter} of the archiver stays ${before}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

export const serverFaults: readonly Fault[] = [
  {
    title: '数据库很慢',
    how: '程序与 PostgreSQL 之间的每次往返延迟 0.7 秒',
    engine: 'PostgreSQL',
    key: 'database.slow',
    words: /数据库答得慢：最简单的一问要 \d+ 毫秒/,
    isInRealTime: true,
    inject: async (rig) => {
      serverOf(rig).proxy.delay(700)
      return async () => serverOf(rig).proxy.delay(0)
    },
  },
  {
    title: '数据库停了 2 分钟',
    how: 'PostgreSQL 停止（fast），2 分钟后启动',
    ...OUTAGE,
    inject: async (rig) => {
      await serverOf(rig).server.end('SIGINT')
      return () => serverOf(rig).server.start()
    },
  },
  {
    title: '数据库崩溃',
    how: 'PostgreSQL 被 kill -9，2 分钟后启动',
    ...OUTAGE,
    inject: async (rig) => {
      await serverOf(rig).server.end('SIGKILL')
      return () => serverOf(rig).server.start()
    },
  },
  {
    title: '到数据库的网络断了',
    how: '程序与 PostgreSQL 之间的连接全部断开，新的连接被拒绝',
    ...OUTAGE,
    inject: async (rig) => {
      serverOf(rig).proxy.refuse(true)
      return async () => serverOf(rig).proxy.refuse(false)
    },
  },
  {
    title: '数据库只能读',
    how: 'PostgreSQL 设成 default_transaction_read_only',
    engine: 'PostgreSQL',
    key: 'database.read-only',
    words: /数据库现在只能读，不能保存/,
    inject: async (rig) => {
      await rig.query('alter system set default_transaction_read_only = on')
      await rig.query('select pg_reload_conf()')
      return async () => {
        await rig.query('alter system reset default_transaction_read_only')
        await rig.query('select pg_reload_conf()')
      }
    },
  },
  {
    title: '日志归档失败',
    how: 'PostgreSQL 的 archive_command 换成总是失败的命令，再写满一段日志',
    engine: 'PostgreSQL',
    key: 'archive.failing',
    words: /PostgreSQL 的日志归档失败.*数据没有丢/,
    inject: async (rig) => {
      await setArchiveCommand(rig, '/bin/false')
      await archiveNow(rig, 'failed_count')
      return async () => {
        await setArchiveCommand(rig, ARCHIVE_COMMAND)
        await archiveNow(rig, 'archived_count')
      }
    },
  },
  {
    title: '数据库的连接快用完',
    how: '别的程序占着 PostgreSQL 的 90% 以上的连接',
    engine: 'PostgreSQL',
    key: 'database.connections',
    words: /数据库的连接快用完了：\d+ \/ \d+/,
    inject: async (rig) => {
      const [counts] = await rig.query<{ used: number; max: number }>(
        `select count(*)::int as used, current_setting('max_connections')::int as max from pg_stat_activity
         where backend_type = 'client backend'`,
      )
      const clients: pg.Client[] = []
      // The reserved connections stay free for the owner, whose statements remove the faults.
      const wanted = Math.max(0, (counts?.max ?? 0) - 4 - (counts?.used ?? 0))
      for (let n = 0; n < wanted; n += 1) clients.push(await openConnection(rig))
      return async () => {
        for (const client of clients) await client.end()
      }
    },
  },
]
