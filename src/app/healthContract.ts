import * as z from 'zod'
import { endpoint } from '#kit/contract.ts'

const Fine = z.object({ status: z.literal('ok') })

export const Live = Fine.extend({
  /** The program's version, such as `0.2.0`. */
  version: z.string(),
  /** Number of the last migration when this node started, such as `066`; null while the database is upgraded. */
  schema: z.string().nullable(),
})

export type Live = z.output<typeof Live>

export const health = {
  live: endpoint('GET /api/health/live', {
    needs: null,
    summary: '程序是否活着，是哪个版本（不查询数据库）',
    input: z.strictObject({}),
    output: Live,
  }),
  ready: endpoint('GET /api/health/ready', {
    needs: null,
    summary: '能否接受请求：数据库在、有回答、能写入，且没有在停机',
    input: z.strictObject({}),
    output: Fine,
  }),
}
