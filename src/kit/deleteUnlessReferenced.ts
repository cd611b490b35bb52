import { AppError } from './errors.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Deletes a record; throws CONFLICT if another row references it. Call it within `attempt`, which rolls back the failed
 * statement.
 */
export async function deleteUnlessReferenced(remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove()
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error
    throw new AppError('CONFLICT', '已经用在别处（如店铺、排班、数据、日志），没有删除。')
  }
}
