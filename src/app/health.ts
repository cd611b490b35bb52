import { sql } from 'kysely'
import * as z from 'zod'
import { endpoint } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { Served } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'

const Fine = z.object({ status: z.literal('ok') })

export const health = {
  live: endpoint('GET /api/health/live', {
    needs: null,
    summary: '程序是否活着（不查询数据库）',
    input: z.strictObject({}),
    output: Fine,
  }),
  ready: endpoint('GET /api/health/ready', {
    needs: null,
    summary: '能否接受请求：数据库在、有回答，且没有在停机',
    input: z.strictObject({}),
    output: Fine,
  }),
}

/** Why nothing is done any more. */
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

/**
 * Whether the program lives, and whether it should be sent requests. `isDraining` is true from the signal to stop on;
 * `isDatabaseReady` knows without asking in the queue of all others, who may be waiting for one long import.
 */
export function healthServer(isDraining: () => boolean, isDatabaseReady?: () => boolean): Served {
  return serve(health, {
    live: () => ({ status: 'ok' as const }),
    ready: async ({ db }) => {
      if (isDraining()) throw new AppError('BUSY', DRAINING)
      const isReady = isDatabaseReady ? isDatabaseReady() : await inTime(sql`select 1`.execute(db))
      if (!isReady) throw new AppError('BUSY', '数据库没有及时回答。')
      return { status: 'ok' as const }
    },
  })
}
