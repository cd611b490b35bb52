import type { Send } from '#kit/client.ts'

/** What `public/frame.js` has requested before the program was loaded. */
interface EarlyResponses {
  /** The headers of all its requests. */
  headers: Readonly<Record<string, string>>
  byUrl: Record<string, Promise<Response>>
}

const page = globalThis as { earlyResponses?: EarlyResponses }

/**
 * Like `fetch`, but takes the response that `frame.js` has requested, once, if it was requested with the same headers:
 * the token or the language may have changed since.
 */
export const takeEarlyOrFetch: Send = (url, request) => {
  const early = page.earlyResponses
  const response = early?.byUrl[url]
  if (!early || !response) return fetch(url, request)
  delete early.byUrl[url]
  const isSame = Object.entries(request.headers).every(([name, value]) => early.headers[name] === value)
  return isSame ? Promise.race([response, abortOf(request.signal)]) : fetch(url, request)
}

/** Rejects when a signal is aborted. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
