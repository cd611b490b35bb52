/** The queue is full; the caller responds with 503 and asks the user to try again. */
export class TooBusy extends Error {
  constructor() {
    super('正在读取的文件太多，请稍后再上传。')
    this.name = 'TooBusy'
  }
}

/**
 * Runs at most `atOnce` tasks concurrently and queues at most `waiting` more, first come, first served. Beyond that the
 * promise rejects with `TooBusy`.
 */
export function createTaskQueue(maxConcurrent: number, maxQueued: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async function enqueue<T>(task: () => Promise<T>): Promise<T> {
    if (running >= maxConcurrent) {
      if (queue.length >= maxQueued) throw new TooBusy()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await task()
    } finally {
      // The place is passed on directly, so that no new task can take it in between.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
