/** A GET of `path` with `input` that was sent before the component that needs it was rendered. */
export interface EarlyRead {
  path: string
  input: object
  /** The response's data once it has arrived. */
  received: { data: unknown } | null
  /** Returns the response to the early request; called again, sends another one. */
  read: () => Promise<unknown>
  /** Resolves when the early request has ended, successfully or not. */
  ended: Promise<void>
}

/** Sends a request early. `send` is called once now, and later if the early request has failed. */
export function startEarlyRead(path: string, input: object, send: () => Promise<unknown>): EarlyRead {
  const early = send()
  let isUsed = false
  const read: EarlyRead = {
    path,
    input,
    received: null,
    read: () => {
      if (isUsed) return send()
      isUsed = true
      return early
    },
    ended: early.then(
      (data) => {
        read.received = { data }
      },
      // The component that needs it reads again, and shows its own failure.
      () => undefined,
    ),
  }
  return read
}
