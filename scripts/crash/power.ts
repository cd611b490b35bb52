import { join } from 'node:path'
import { type Engine, startEngine } from '#db/embedded.ts'
import { syncTree } from '#db/sync.ts'
import { draw, must, pause, progress, times } from './checks.ts'
import { type Disk, makeDisk } from './disk.ts'
import { clientOf, countLost, prepareWrites, startWriters } from './writers.ts'

const DISK_MIB = 700

/** Stops the engine's process, copies the disk as a power cut would leave it, and continues the process. */
function cutPower(disk: Disk, engine: Engine): Disk {
  const pid = engine.pid() ?? 0
  process.kill(pid, 'SIGSTOP')
  try {
    return disk.cut()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

/** Starts an engine on the copy, and counts the acknowledged writes that are missing. */
async function countLostOn(left: Disk, acknowledged: string[]): Promise<number> {
  try {
    const engine = await startEngine(join(left.folder, 'data'))
    try {
      return await countLost(engine, acknowledged)
    } finally {
      await engine.close()
    }
  } finally {
    left.remove()
  }
}

/** Runs the work with an engine on a disk under the load of writers. */
async function withWriters<T>(
  durable: boolean,
  work: (parts: { disk: Disk; engine: Engine; acknowledged: () => string[] }) => Promise<T>,
): Promise<T> {
  const disk = makeDisk(DISK_MIB)
  const engine = await startEngine(join(disk.folder, 'data'), { durable })
  try {
    await prepareWrites(engine)
    syncTree(disk.folder)
    const writers = startWriters(engine)
    try {
      return await work({ disk, engine, acknowledged: writers.acknowledged })
    } finally {
      await writers.stop()
    }
  } finally {
    await engine.close()
    disk.remove()
  }
}

/** Cuts the power during writes and frequent checkpoints, so that many cuts occur during a checkpoint. */
export function powerCuts(): Promise<string> {
  return withWriters(true, async ({ disk, engine, acknowledged }) => {
    const cuts = times(20)
    const checkpoints = setInterval(() => void checkpoint(engine), 150)
    try {
      for (let done = 0; done < cuts; done += 1) {
        await pause(100 + draw(500))
        const acknowledgedWrites = acknowledged()
        const lost = await countLostOn(cutPower(disk, engine), acknowledgedWrites)
        must(lost === 0, `第 ${done + 1} 次断电丢了 ${lost} 笔已确认的写入`)
        progress('断电', done + 1, cuts)
      }
    } finally {
      clearInterval(checkpoints)
    }
    must(acknowledged().length > cuts, '没有负载')
    return `断电 ${cuts} 次（含检查点途中），${acknowledged().length} 笔已确认的事务一笔不少`
  })
}

async function checkpoint(engine: Engine): Promise<void> {
  const client = clientOf(engine)
  await client
    .connect()
    .then(() => client.query('checkpoint'))
    .catch(() => {})
  await client.end().catch(() => {})
}

/** The control test with PGlite's default, which does not sync: proves that the check above can fail. */
export function powerCutWithoutSync(): Promise<string> {
  return withWriters(false, async ({ disk, engine, acknowledged }) => {
    await pause(1_000)
    const acknowledgedWrites = acknowledged()
    const outcome = await countLostOn(cutPower(disk, engine), acknowledgedWrites).then(
      (lost) => (lost > 0 ? `丢了 ${acknowledgedWrites.length} 笔中的 ${lost} 笔` : null),
      () => '数据库再也打不开',
    )
    must(outcome !== null, '没有同步居然也没丢：这个模拟查不出问题')
    return outcome
  })
}
