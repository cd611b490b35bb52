import type { Page, Route } from 'playwright-core'

/** A faked response of a server or proxy, or a refused connection. */
export type Fake = { status: number; body?: unknown; statusText?: string } | 'nothing'

/**
 * Fulfils every request to a path with the current fake, without contacting the server. The returned function sets it.
 */
export async function fakeAnswers(page: Page, path: string): Promise<(fake: Fake) => void> {
  let current: Fake = 'nothing'
  await page.route(`**${path}`, async (route) => fulfil(route, current))
  return (fake) => {
    current = fake
  }
}

async function fulfil(route: Route, fake: Fake): Promise<void> {
  if (fake === 'nothing') return route.abort('connectionrefused')
  const { status, body } = fake
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  await route.fulfill({
    status,
    contentType: typeof body === 'object' ? 'application/json' : 'text/html',
    body: body === undefined ? '' : text,
  })
}
