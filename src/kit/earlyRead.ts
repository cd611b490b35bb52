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

/** An early read whose response is `early`; `send` requests it again if that has failed. */
export function earlyRead(
  { path, input }: Pick<EarlyRead, 'path' | 'input'>,
  early: Promise<unknown>,
  send: () => Promise<unknown>,
): EarlyRead {
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
