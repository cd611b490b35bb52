import { sql } from 'kysely'
import { PROGRAM_VERSION } from '#db/version.ts'
import { AppError } from '#kit/errors.ts'
import { type Served, serve } from '#kit/serve.ts'
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
  schema: string | null
}

/** Liveness, and readiness for requests. */
export function healthServer({ isDraining, isDatabaseReady, schema }: HealthParts): Served {
  return serve(health, {
    live: () => ({ status: 'ok' as const, version: PROGRAM_VERSION, schema }),
    ready: async ({ db }) => {
      if (isDraining()) throw new AppError('BUSY', DRAINING)
      const isReady = isDatabaseReady ? isDatabaseReady() : await inTime(sql`select 1`.execute(db))
      if (!isReady) throw new AppError('BUSY', '数据库没有及时回答。')
      return { status: 'ok' as const }
    },
  })
}
