import { sql } from 'kysely'
import { PROGRAM_VERSION } from '#db/version.ts'
import { AppError, refusal } from '#kit/errors.ts'
import { type Served, serve } from '#kit/serve.ts'
import type { Sentence } from '#kit/text.ts'
import { health } from './healthContract.ts'

/** The message for requests that are refused during shutdown. */
export const DRAINING = '服务正在停机，不再接受新的请求。'

const PATIENCE_MS = 1_000

function inTime(work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, PATIENCE_MS, false)
  const answered = work.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

export interface HealthParts {
  /** True from the stop signal on. */
  isDraining: () => boolean
  /** Returns the state without a query, which would wait in the queue, possibly behind a long import. */
  isDatabaseReady?: (() => boolean) | undefined
  /** Whether writes are refused because the disk is full. */
  isDiskFull?: (() => boolean) | undefined
  /** Why the database can write nothing; null if it can. */
  unwritable?: (() => Sentence | null) | undefined
  schema: string | null
}

/** Why nothing can be written, although the database answers; null if writing works. */
function obstacle({
  isDiskFull,
  unwritable,
}: Pick<HealthParts, 'isDiskFull' | 'unwritable'>): Sentence | null {
  if (isDiskFull?.()) return { sentence: '服务器磁盘空间不足，现在只能查看，不能保存。' }
  return unwritable?.() ?? null
}

/** Liveness, and readiness for requests. */
export function healthServer(parts: HealthParts): Served {
  const { isDraining, isDatabaseReady, schema } = parts
  return serve(health, {
    live: () => ({ status: 'ok' as const, version: PROGRAM_VERSION, schema }),
    ready: async ({ db }) => {
      if (isDraining()) throw new AppError('BUSY', DRAINING)
      const isReady = isDatabaseReady ? isDatabaseReady() : await inTime(sql`select 1`.execute(db))
      if (!isReady) throw new AppError('BUSY', '数据库没有及时回答。')
      const reason = obstacle(parts)
      if (reason) throw refusal('BUSY', reason)
      return { status: 'ok' as const }
    },
  })
}
