import * as z from 'zod'
import { endpoint } from '#kit/contract.ts'

/** Maximum size of a value, in bytes of its JSON. */
export const MAX_BYTES = 4096

/** Dot-separated words, from general to specific: `list.stores`, `locale`. */
const Key = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)*$/)
  .meta({ title: '设置名称' })

/** Any JSON value. */
const Value = z
  .unknown()
  .refine((value) => value !== undefined, '请填写设置内容')
  .refine(isSmall, '设置内容太长，最多 4 KiB')
  .meta({ title: '设置内容' })

function isSmall(value: unknown): boolean {
  try {
    return new TextEncoder().encode(JSON.stringify(value)).length <= MAX_BYTES
  } catch {
    // Nested too deeply to be serialized.
    return false
  }
}

const Preference = z.object({ key: z.string(), value: z.unknown() })

export const preferences = {
  list: endpoint('GET /api/preferences', {
    needs: 'signedIn',
    summary: '本人的界面偏好（列、密度、语言……），一次取全',
    input: z.strictObject({}),
    output: z.array(Preference),
  }),
  set: endpoint('PATCH /api/preferences/:key', {
    needs: 'signedIn',
    summary: '保存本人的一项界面偏好；后写的为准',
    input: z.strictObject({ key: Key, value: Value }),
    output: Preference,
    audited: false,
  }),
  remove: endpoint('DELETE /api/preferences/:key', {
    needs: 'signedIn',
    summary: '删除本人的一项界面偏好，恢复默认；没有也算成功',
    input: z.strictObject({ key: Key }),
    output: z.object({ key: z.string() }),
    audited: false,
  }),
}
