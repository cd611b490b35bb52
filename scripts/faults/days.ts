import { say } from '../steps.ts'
import { type Data, type EngineName, Rig } from './rig.ts'

/** Result of quiet days on one engine. */
export interface QuietDays {
  engine: EngineName
  days: number
  /** Requests of people, runs of jobs and backups in this time. */
  counts: { requests: number; jobs: number; backups: number }
  /** What an operator would have looked at: problems, notices, errors; none if all was quiet. */
  alarms: string[]
}

/** `--demo` lets the days pass on the demo's data, which takes twice as long. */
const DATA: Data = process.argv.includes('--demo') ? 'demo' : 'small'
const DAYS = Number(process.argv.find((arg) => arg.startsWith('--days='))?.slice('--days='.length) ?? 7)
const HOUR = 3_600
/** Nodes report each minute, so a longer step would make them look silent. */
const STEP = 60
/** Hours of the day in Asia/Shanghai at which people work. */
const WORKING = { from: 8, to: 22 }

const READS = [
  'GET /api/customers',
  'GET /api/stores',
  'GET /api/staff',
  'GET /api/home',
  'GET /api/notices',
  'GET /api/system/status',
] as const

const hourOf = (ms: number) => (new Date(ms).getUTCHours() + 8) % 24

/** Lets quiet days pass with light use, and returns what an operator would have been told or would have found. */
export async function runDays(engine: EngineName): Promise<QuietDays> {
  const rig = await Rig.start(engine, DATA)
  rig.waitsForChores = true
  const alarms = new Set<string>()
  let requests = 0
  const look = ({ status, text }: { status: number; text: string }, route: string) => {
    requests += 1
    if (status !== 200) alarms.add(`${route}：${status} ${text.slice(0, 200)}`)
  }
  try {
    for (let hour = 0; hour < DAYS * 24; hour += 1) {
      await rig.clock.advance(HOUR, STEP)
      look(await rig.call('GET /api/health/ready'), 'GET /api/health/ready')
      const at = hourOf(rig.clock.now())
      if (at >= WORKING.from && at < WORKING.to) {
        look(await rig.write(), 'POST /api/customers')
        for (const route of READS) look(await rig.call(route), route)
      }
      for (const alarm of await findAlarms(rig)) alarms.add(alarm)
      if (hour % 24 === 23) say(`  ${engine}：第 ${(hour + 1) / 24} 天，${alarms.size} 个警报`)
    }
    const { lost } = await rig.findLost()
    if (lost.length > 0) alarms.add(`丢了 ${lost.length} 笔已确认的写入`)
    return { engine, days: DAYS, counts: { requests, ...(await countWork(rig)) }, alarms: [...alarms] }
  } finally {
    await rig.stop()
  }
}

/** What an operator is told, and what one who reads the log would look into. */
async function findAlarms(rig: Rig): Promise<string[]> {
  const problems = await rig.query<{ key: string; title: string }>('select key, title from system_problem')
  const notices = await rig.query<{ title: unknown }>(
    `select distinct title from notice where kind = 'systemProblem'`,
  )
  const lines = rig.logged().filter(({ level }) => level !== 'info')
  return [
    ...problems.map(({ key, title }) => `问题 ${key}：${title}`),
    ...notices.map(({ title }) => `通知：${JSON.stringify(title)}`),
    ...lines.map(({ node, time: _, ...line }) => `日志（节点 ${node}）：${JSON.stringify(line)}`),
  ]
}

async function countWork(rig: Rig): Promise<{ jobs: number; backups: number }> {
  const count = async (table: string) =>
    Number((await rig.query<{ n: string }>(`select count(*) as n from ${table} where state = 'done'`))[0]?.n)
  return { jobs: await count('job_run'), backups: await count('backup_run') }
}
