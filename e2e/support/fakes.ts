import type { Page, Route } from 'playwright-core'

/** What a server, a proxy or nobody answers in place of ours. */
export type Fake = { status: number; body?: unknown; statusText?: string } | 'nothing'

/** Answers every call of a path as given, until the next `answer`; the page's own server is not asked. */
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
