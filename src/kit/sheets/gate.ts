/** Nobody waits behind more than so many; the caller answers 503 and asks to try again. */
export class TooBusy extends Error {
  constructor() {
    super('正在读取的文件太多，请稍后再上传。')
    this.name = 'TooBusy'
  }
}

/**
 * Lets at most `atOnce` tasks run, and at most `waiting` more stand in line, first come first served. Beyond that the
 * promise rejects with `TooBusy`.
 */
export function gate(atOnce: number, waiting: number) {
  let running = 0
  const line: (() => void)[] = []
  return async function pass<T>(task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new TooBusy()
      await new Promise<void>((resolve) => line.push(resolve))
    } else {
      running += 1
    }
    try {
      return await task()
    } finally {
      // The place is handed over, not given back, so that nobody slips in between.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
