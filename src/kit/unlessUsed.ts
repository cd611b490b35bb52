import { AppError } from './errors.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Removes a record; throws CONFLICT where another row points at it. To be called in an `attempt`: the database's refusal
 * is taken back with it.
 */
export async function unlessUsed(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove()
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error
    throw new AppError('CONFLICT', '已经用在别处（如店铺、排班、数据、日志），没有删除。')
  }
}
