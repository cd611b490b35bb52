import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEngine } from '#db/embedded.ts'
import { type Running, refusedProgram } from '#testing/testProcess.ts'
import { draw, must, pause, progress, times } from './checks.ts'
import { killProgram, signIn, startOn } from './program.ts'
import { assertOnce, startRequests } from './requests.ts'
import { clientOf } from './writers.ts'

const PEOPLE = 8

/** Runs the work with a temporary data folder, and removes it. */
async function withFolder(work: (folder: string) => Promise<string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-crash-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Asserts that nothing is lost or duplicated, and that the audit chain is valid. */
async function assertSound(folder: string, names: string[]): Promise<void> {
  const engine = await startEngine(folder)
  const client = clientOf(engine)
  await client.connect()
  await assertOnce(client, names)
  await client.end()
  await engine.close()
  const verified = await refusedProgram([], { DATA_DIR: folder }, 'commands/auditVerify.ts')
  must(verified.code === 0, `日志核验不通过：${verified.output}`)
}

/** Kills the program and its engine together under load; clients repeat requests without a response. */
export function programKilled(): Promise<string> {
  return withFolder(async (folder) => {
    const settings = { DATA_DIR: folder, RATE_LIMIT: '100000', BUDGET_FACTOR: '1000' }
    let program = await startOn(settings)
    const requests = startRequests(() => program.base, await signIn(program), PEOPLE)
    const kills = times(20)
    let slowest = 0
    for (let done = 0; done < kills; done += 1) {
      // Long enough that every client makes progress between two kills, since clients give up after a minute.
      await pause(1_000 + draw(2_000))
      killProgram(program)
      const begun = performance.now()
      program = await startOn(settings)
      slowest = Math.max(slowest, performance.now() - begun)
      progress('整个程序被杀', done + 1, kills)
    }
    const names = await requests.stop()
    await program.stop()
    must(names.length > kills, `只写进了 ${names.length} 笔，没有负载`)
    await assertSound(folder, names)
    return `被杀 ${kills} 次，${names.length} 笔请求（断了就用同一个键重发）各成功一次；最慢 ${Math.round(slowest)} 毫秒后又能用`
  })
}

const STOPPED_IN_ORDER = 1
const STATE_AT = 16

/** Whether PostgreSQL's control file says that it was shut down cleanly, without need for recovery. */
function needsNoRecovery(folder: string): boolean {
  return readFileSync(join(folder, 'pg/global/pg_control')).readInt32LE(STATE_AT) === STOPPED_IN_ORDER
}

/** Stops the program under load: every accepted request gets a response, and no recovery is needed. */
export function stopsInOrder(): Promise<string> {
  return withFolder(async (folder) => {
    const settings = { DATA_DIR: folder, RATE_LIMIT: '100000', BUDGET_FACTOR: '1000' }
    const stops = times(6)
    let program: Running = await startOn(settings)
    const requests = startRequests(() => program.base, await signIn(program), PEOPLE)
    let slowest = 0
    for (let done = 0; done < stops; done += 1) {
      await pause(300 + draw(500))
      const begun = performance.now()
      const code = await program.stop()
      slowest = Math.max(slowest, performance.now() - begun)
      must(code === 0, `退出代码是 ${code}`)
      must(slowest < 10_000, `${slowest} 毫秒才停下`)
      must(needsNoRecovery(folder), '停下后数据库还需要恢复')
      program = await startOn(settings)
    }
    const names = await requests.stop()
    const { broken } = requests.faults()
    must(broken === 0, `${broken} 个请求被中断，没有得到回答`)
    await program.stop()
    await assertSound(folder, names)
    return `停 ${stops} 次，退出代码 0，最慢 ${Math.round(slowest)} 毫秒；${names.length} 笔一笔不少，没有一个请求被中断`
  })
}
