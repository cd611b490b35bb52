import type { Page } from 'playwright-core'

/** Chinese characters and Chinese punctuation. */
const CHINESE = /[\p{Script=Han}\u3001-\u303f\uff01-\uff5e]/u

declare global {
  interface Window {
    /** Passes the text of a response to the test; resolves when the test has received it. */
    said?: (text: string) => Promise<void>
    /** Responses that are still being passed. */
    pendingResponses?: Set<Promise<void>>
  }
}

/**
 * Collects all texts in API responses from now on: on a screen they count as data, in any language. The page passes the
 * responses itself, since the browser does not keep the bodies of all responses.
 */
export async function collectData(page: Page): Promise<Set<string>> {
  const collected = new Set<string>()
  const collect = (value: unknown): void => {
    // Names that the server joins with 、 are displayed with the separator of the user's language.
    if (typeof value === 'string')
      for (const text of [value, ...value.split('、')]) collected.add(text.trim())
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  await page.exposeFunction('said', (text: string) => collect(JSON.parse(text)))
  await page.addInitScript(forwardResponses)
  return collected
}

/** Runs in the page, before its scripts. */
function forwardResponses(): void {
  const pending = new Set<Promise<void>>()
  window.pendingResponses = pending
  const plain = window.fetch
  window.fetch = async (...request) => {
    const response = await plain(...request)
    if (response.headers.get('content-type')?.includes('json')) {
      const copy = response.clone()
      const handed = copy.text().then(
        (text) => window.said?.(text),
        // The page has aborted this read, and displays nothing of it.
        () => undefined,
      )
      pending.add(handed)
      void handed.finally(() => pending.delete(handed))
    }
    return response
  }
}

/** The Chinese text on the page after removing the data: texts, labels, titles, placeholders. */
export async function chineseOn(page: Page, data: Set<string>): Promise<string[]> {
  await page.evaluate(async () => void (await Promise.all(window.pendingResponses ?? [])))
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (parent && !parent.closest('[lang]:not(html), [aria-hidden="true"], script, style, noscript')) {
        found.push(walker.currentNode.nodeValue ?? '')
      }
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        found.push(element.getAttribute(name) ?? '')
      }
    }
    return [document.title, ...found]
  })
  const dataTexts = [...data].filter((text) => CHINESE.test(text)).sort((a, b) => b.length - a.length)
  const left = texts.filter((text) => {
    if (!CHINESE.test(text)) return false
    const rest = dataTexts.reduce(
      (remaining, word) => remaining.replaceAll(word, ''),
      text.replaceAll('后台客服科技', ''),
    )
    return CHINESE.test(rest)
  })
  return [...new Set(left)]
}
