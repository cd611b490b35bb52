import type { Page } from 'playwright-core'
import type { Reply } from './readFailures.ts'

/** Intercepts selected requests of a page. */
export interface Interceptor {
  /** Responds to the GET requests of a contract's path with a given reply. */
  fail: (path: string, reply: Reply) => Promise<void>
  /** Changes the server's response to the GET requests of a path; `change` receives its data. */
  change: (path: string, change: (data: never) => unknown) => Promise<void>
  clear: () => Promise<void>
}

/** Errors of the protocol if the answered request is no longer pending. */
const GONE = /Invalid InterceptionId|Fetch domain is not enabled|closed/

/**
 * Intercepts with the browser's own protocol instead of `page.route`, which would disable the cache of scripts, while
 * every attempt reloads the page. `pathOf` returns the contract's path of a request.
 */
export async function intercept(
  page: Page,
  pathOf: (url: string) => string | undefined,
): Promise<Interceptor> {
  const wire = await page.context().newCDPSession(page)
  const replies = new Map<string, Reply>()
  const changes = new Map<string, (data: never) => unknown>()
  wire.on('Fetch.requestPaused', async ({ requestId, request, responseStatusCode }) => {
    const path = request.method === 'GET' ? pathOf(request.url) : undefined
    const failing = path === undefined ? undefined : replies.get(path)
    const change = path === undefined ? undefined : changes.get(path)
    if (failing) return answer(requestId, failing)
    if (!change || responseStatusCode !== 200) return send('Fetch.continueRequest', { requestId })
    const response = await wire.send('Fetch.getResponseBody', { requestId }).catch((error: Error) => {
      if (!GONE.test(error.message)) throw error
    })
    if (!response) return
    const { body, base64Encoded } = response
    const envelope = JSON.parse(base64Encoded ? Buffer.from(body, 'base64').toString() : body)
    const changed = { ...envelope, data: change(envelope.data as never) }
    await answer(requestId, { status: 200, type: 'application/json', body: JSON.stringify(changed) })
  })

  /** Ignores the errors of a page that has been left, and of requests that `clear` has already continued. */
  async function send(
    method: 'Fetch.continueRequest' | 'Fetch.fulfillRequest' | 'Fetch.failRequest',
    params: object,
  ) {
    await wire.send(method, params as never).catch((error: Error) => {
      if (!GONE.test(error.message)) throw error
    })
  }

  async function answer(requestId: string, reply: Reply) {
    if (reply === 'late') return
    if (reply === 'none') return send('Fetch.failRequest', { requestId, errorReason: 'ConnectionRefused' })
    await send('Fetch.fulfillRequest', {
      requestId,
      responseCode: reply.status,
      responseHeaders: [{ name: 'content-type', value: `${reply.type}; charset=utf-8` }],
      body: Buffer.from(reply.body).toString('base64'),
    })
  }

  const patternOf = (path: string) => `*${path.replace(/:\w+/g, '*')}*`
  const enable = () =>
    wire.send('Fetch.enable', {
      patterns: [
        ...[...replies.keys()].map((path) => ({
          urlPattern: patternOf(path),
          requestStage: 'Request' as const,
        })),
        ...[...changes.keys()].map((path) => ({
          urlPattern: patternOf(path),
          requestStage: 'Response' as const,
        })),
      ],
    })
  return {
    fail: async (path, reply) => {
      replies.set(path, reply)
      await enable()
    },
    change: async (path, change) => {
      changes.set(path, change)
      await enable()
    },
    clear: async () => {
      replies.clear()
      changes.clear()
      await wire.send('Fetch.disable')
    },
  }
}
