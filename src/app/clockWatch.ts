import type { FastifyBaseLogger } from 'fastify'
import type { DatabaseClock } from '#db/clock.ts'

/** A node runs no jobs if its clock differs from the database's by more than this. */
const MAX_OFFSET_MS = 5_000

/**
 * Returns a check that compares this node's clock with the database's and returns whether the node may run jobs. A
 * change of the result is logged once.
 */
export function clockWatch(
  { measure, offsetMs }: Pick<DatabaseClock, 'measure' | 'offsetMs'>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): () => Promise<boolean> {
  let wasRight = true
  return async () => {
    await measure()
    const offset = Math.round(offsetMs())
    const isRight = Math.abs(offset) <= MAX_OFFSET_MS
    if (wasRight && !isRight) log.warn({ offsetMs: offset }, sentence(offset))
    if (!wasRight && isRight) log.info({ offsetMs: offset }, '本机时钟已与数据库一致，重新运行定时任务。')
    wasRight = isRight
    return isRight
  }
}

function sentence(offset: number): string {
  const seconds = Math.round(Math.abs(offset) / 1_000)
  return `本机时钟比数据库${offset > 0 ? '慢' : '快'} ${seconds} 秒，这个节点暂不运行定时任务。请校准本机时钟。`
}
