/** Runs tasks in order, at most `most` concurrently. */
export function limitConcurrency(max: number): (task: () => Promise<void>) => Promise<void> {
  const queue: (() => Promise<void>)[] = []
  let busy = 0
  const next = async (): Promise<void> => {
    const task = busy < max ? queue.shift() : undefined
    if (!task) return
    busy += 1
    await task().finally(() => {
      busy -= 1
      void next()
    })
  }
  return (task) => {
    queue.push(task)
    return next()
  }
}
