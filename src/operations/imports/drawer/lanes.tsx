/** Runs tasks in order, at most `most` concurrently. */
export function lanesOf(most: number): (task: () => Promise<void>) => Promise<void> {
  const waiting: (() => Promise<void>)[] = []
  let busy = 0
  const next = async (): Promise<void> => {
    const task = busy < most ? waiting.shift() : undefined
    if (!task) return
    busy += 1
    await task().finally(() => {
      busy -= 1
      void next()
    })
  }
  return (task) => {
    waiting.push(task)
    return next()
  }
}
