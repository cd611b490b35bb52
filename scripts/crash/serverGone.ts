import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type TemporaryServer } from '../postgres.ts'
import { draw, must, pause, progress, times } from './checks.ts'
import { call, signIn, startOn } from './program.ts'
import { assertOnceAt, startRequests } from './requests.ts'
import { clientOf } from './writers.ts'

const PEOPLE = 8
/** Three seconds until a silent server is detected, two for a new connection, one for a busy machine. */
const MAX_ANSWER_MS = 6_000
const HEALTHY_AFTER_MS = 5_000
const SECRET_KEY = Buffer.alloc(32, 3).toString('base64')

/** Ways in which a server disappears and returns; each promise resolves when it is back. */
const WAYS: [string, (server: TemporaryServer) => Promise<void>][] = [
  ['停住再继续', halted],
  ['kill -9 再启动', killed],
  ['快速重启', restarted],
  ['连接被管理员断开', disconnected],
]

async function halted(server: TemporaryServer): Promise<void> {
  server.signal('SIGSTOP')
  await pause(4_500)
  server.signal('SIGCONT')
}

async function killed(server: TemporaryServer): Promise<void> {
  await server.end('SIGKILL')
  await pause(1_000)
  await server.start()
}

async function restarted(server: TemporaryServer): Promise<void> {
  await server.end('SIGINT')
  await server.start()
}

async function disconnected(server: TemporaryServer): Promise<void> {
  const client = clientOf(server)
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
  await client.end()
}

/** A PostgreSQL server disappears and returns under load. */
export async function serverGone(): Promise<string> {
  // With default settings, so that acknowledged data is on its disk.
  const server = await startPostgres({ max_connections: 100 })
  const folder = mkdtempSync(join(tmpdir(), 'houtai-crash-'))
  const settings = {
    DATABASE_URL: server.url,
    DATA_DIR: folder,
    SECRET_KEY,
    RATE_LIMIT: '100000',
    BUDGET_FACTOR: '1000',
  }
  const program = await startOn(settings)
  try {
    const requests = startRequests(() => program.base, await signIn(program), PEOPLE)
    const rounds = times(3)
    let [slowestMs, recovery] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, leave] of WAYS) {
        await pause(200 + draw(500))
        await leave(server)
        recovery = Math.max(recovery, await untilHealthy(program, name))
        const slowest = requests.slowest()
        must(slowest < MAX_ANSWER_MS, `${name}：有人等了 ${Math.round(slowest)} 毫秒`)
        slowestMs = Math.max(slowestMs, slowest)
      }
      progress('PostgreSQL 离开又回来', round + 1, rounds)
    }
    const names = await requests.stop()
    const { refused, broken } = requests.faults()
    must(refused > 0, '没有一个请求遇到数据库不在')
    must(broken === 0 && program.child.exitCode === null, `${broken} 个请求没有得到回答`)
    await assertOnceAt(server.url, names)
    return `${rounds * WAYS.length} 次，${names.length} 笔各成功一次，${refused} 个 503；最久 ${Math.round(slowestMs)} 毫秒得到回答，回来后最慢 ${Math.round(recovery)} 毫秒恢复`
  } finally {
    await program.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until the program reports that it is ready; returns how long that took, in ms. */
async function untilHealthy(program: { base: string }, name: string): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const { status } = await call(program, 'GET', '/api/health/ready')
    const ms = performance.now() - begun
    if (status === 200) return ms
    must(ms < HEALTHY_AFTER_MS, `${name}：回来 ${Math.round(ms)} 毫秒后仍未恢复`)
    await pause(50)
  }
}
