import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy whose connections a script can delay or refuse. */
export interface TcpProxy {
  port: number
  /** Delays each piece of data to the server by so many ms; 0 ends that. */
  delay: (ms: number) => void
  /** Ends all connections and refuses new ones, until it is called with false. */
  refuse: (refused: boolean) => void
  close: () => Promise<void>
}

/** Starts a proxy in front of a port of this machine. */
export async function startProxy(to: number): Promise<TcpProxy> {
  let [delayMs, isRefusing] = [0, false]
  const sockets = new Set<Socket>()
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    // An error is followed by `close`; the other side learns of it by its own end.
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const server = createServer((inner) => {
    if (isRefusing) return inner.destroy()
    const outer = connect(to, '127.0.0.1')
    keep(inner, outer)
    keep(outer, inner)
    inner.setNoDelay()
    outer.setNoDelay()
    // Timers of the same length fire in order; a shorter delay must not overtake a longer one.
    let last = Promise.resolve()
    inner.on('data', (data) => {
      const arrived = delayMs === 0 ? null : new Promise<void>((resolve) => setTimeout(resolve, delayMs))
      last = last.then(async () => {
        await arrived
        outer.write(data)
      })
    })
    outer.pipe(inner)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    delay: (ms) => {
      delayMs = ms
    },
    refuse: (refused) => {
      isRefusing = refused
      if (refused) endAll()
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      endAll()
      await closed
    },
  }
}
