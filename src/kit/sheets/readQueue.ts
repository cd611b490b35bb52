import { AppError } from '#kit/errors.ts'
import { createWorkQueue, type WorkQueue } from '#kit/workQueue.ts'

/** A queue for reading files. Throws BUSY if more than `maxQueued` files are waiting. */
export function createReadQueue(maxConcurrent: number, maxQueued: number): WorkQueue {
  const refusal = () => new AppError('BUSY', '正在读取的文件太多，请稍后再上传。')
  return createWorkQueue(maxConcurrent, { maxQueued, refusal })
}
