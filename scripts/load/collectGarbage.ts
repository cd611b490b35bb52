/** Asks a Node process that listens for a debugger on `port` to collect its garbage; resolves when that is done. */
export async function collectGarbage(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[]
  if (!target) throw new Error('the program has no inspector')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise<void>((resolve, reject) => {
    socket.onerror = () => reject(new Error('the inspector does not answer'))
    // Twice: finalizers of the first run release further objects.
    socket.onopen = () => {
      for (const id of [1, 2]) socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
    }
    socket.onmessage = ({ data }) => {
      const { id, error } = JSON.parse(String(data))
      if (error) reject(new Error(error.message))
      else if (id === 2) resolve()
    }
  }).finally(() => socket.close())
}
