import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#db/connect.ts'
import { type Engine, EngineStartError, startEngine } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { draw, must, pause, progress, times } from './checks.ts'
import { clientOf, countLost, prepareWrites, startWriters, untilAnswers } from './writers.ts'

/** Runs the work with an engine on a temporary folder, and removes both. */
async function withEngine<T>(work: (engine: Engine, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-crash-'))
  const engine = await startEngine(folder)
  try {
    return await work(engine, folder)
  } finally {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function kill(engine: Engine): void {
  const pid = engine.pid()
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

const CHECK_EVERY = 10

/** Kills the engine's process repeatedly under the load of four writers; returns the number of acknowledged writes. */
async function killAgain(kills: number, onSlow: (ms: number) => void): Promise<number> {
  return withEngine(async (engine) => {
    await prepareWrites(engine)
    const writers = startWriters(engine)
    for (let done = 1; done <= kills; done += 1) {
      await pause(50 + draw(250))
      kill(engine)
      const begun = performance.now()
      await untilAnswers(engine, 30)
      onSlow(performance.now() - begun)
      if (done % CHECK_EVERY === 0) {
        const lost = await countLost(engine, writers.acknowledged())
        must(lost === 0, `第 ${done} 次被杀后丢了 ${lost} 笔已确认的写入`)
      }
      progress('负载下 kill -9', done, kills)
    }
    await writers.stop()
    const acknowledged = writers.acknowledged()
    must(acknowledged.length > kills, `只写进了 ${acknowledged.length} 笔，没有负载`)
    must((await countLost(engine, acknowledged)) === 0, '结束后少了已确认的写入')
    return acknowledged.length
  })
}

/** Kills the engine's process under load; the program restarts it automatically. */
export async function killedUnderLoad(): Promise<string> {
  const kills = times(80)
  let slowest = 0
  const writes = await killAgain(kills, (ms) => {
    slowest = Math.max(slowest, ms)
  })
  return `被杀 ${kills} 次，${writes} 笔已确认的事务一笔不少；最慢 ${Math.round(slowest)} 毫秒后恢复`
}

/** A second engine on the same folder is refused while the first one works. */
export function secondRefused(): Promise<string> {
  return withEngine(async (engine, folder) => {
    await prepareWrites(engine)
    const writers = startWriters(engine)
    const starts = times(100)
    const named = `进程号 ${process.pid}`
    const attempt = async () => {
      const refusal = await startEngine(folder).then(
        () => null,
        (error) => error,
      )
      must(refusal instanceof EngineStartError && refusal.inUse, `没有被拒绝：${refusal}`)
      must(refusal.message.includes(named), `没有说出是谁：${refusal.message}`)
    }
    const AT_ONCE = 4
    for (let done = 0; done < starts; done += AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, starts - done) }, attempt))
    }
    await writers.stop()
    must((await countLost(engine, writers.acknowledged())) === 0, '被拒绝的启动损坏了数据')
    return `${starts} 次都被拒绝，并说出了进程号`
  })
}

/** A statement that would run for hours is ended. */
export function runawayEnded(): Promise<string> {
  return withEngine(async (engine) => {
    await prepareWrites(engine)
    const writers = startWriters(engine)
    await pause(300)
    const client = clientOf(engine)
    await client.connect()
    const begun = performance.now()
    const ended = await client
      .query('select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b')
      .then(
        () => false,
        () => true,
      )
    must(ended, '失控的语句居然有结果')
    const seconds = (performance.now() - begun) / 1000
    await untilAnswers(engine, 30)
    await writers.stop()
    must((await countLost(engine, writers.acknowledged())) === 0, '结束失控的语句时丢了已确认的写入')
    return `${seconds.toFixed(0)} 秒后被结束，其他人又得到回答，一笔不少`
  })
}

/** First starts are killed while the database is created, and while it is migrated. */
export async function killedFirstStart(): Promise<string> {
  const starts = times(5)
  for (let done = 0; done < starts; done += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'houtai-crash-'))
    const half = new AbortController()
    const first = startEngine(folder, { signal: half.signal }).catch(() => null)
    await pause(draw(3_000))
    half.abort()
    await (await first)?.close()
    await killDuringMigration(folder)
    progress('建库途中被杀', done + 1, starts)
    rmSync(folder, { recursive: true, force: true })
  }
  return `${starts} 次在建库途中被杀，之后都能从头启动`
}

/** Opens a folder, kills the engine during the migration, and checks that the next attempt completes it. */
async function killDuringMigration(folder: string): Promise<void> {
  const engine = await startEngine(folder)
  const db = connect(engine, () => {})
  const killed = migrate(db).catch(() => null)
  await pause(draw(300))
  kill(engine)
  await killed
  await untilAnswers(engine, 30)
  await migrate(db)
  must((await migrate(db)) === 0, '迁移没有做完')
  await db.destroy()
  await engine.close()
}
