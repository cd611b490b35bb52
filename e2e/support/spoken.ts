import type { Page } from 'playwright-core'

/** Chinese signs, and the punctuation that only Chinese has. */
const CHINESE = /[\p{Script=Han}\u3001-\u303f\uff01-\uff5e]/u

declare global {
  interface Window {
    /** Hands over the text of a response; resolves when it has been taken. */
    said?: (text: string) => Promise<void>
    /** Responses that are being handed over. */
    saying?: Set<Promise<void>>
  }
}

/**
 * Every text that the API answers from now on; what of it is shown on a screen is data, in whatever language. The page hands
 * the responses over itself: the browser does not keep the bodies of all of them for others.
 */
export async function collectData(page: Page): Promise<Set<string>> {
  const said = new Set<string>()
  const collect = (value: unknown): void => {
    // Names that the server lists in one text stand on the screen with the reader's comma between them.
    if (typeof value === 'string') for (const text of [value, ...value.split('、')]) said.add(text.trim())
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  await page.exposeFunction('said', (text: string) => collect(JSON.parse(text)))
  await page.addInitScript(handOver)
  return said
}

/** Runs in the page, before its scripts. */
function handOver(): void {
  const saying = new Set<Promise<void>>()
  window.saying = saying
  const plain = window.fetch
  window.fetch = async (...request) => {
    const response = await plain(...request)
    if (response.headers.get('content-type')?.includes('json')) {
      const copy = response.clone()
      const handed = copy.text().then(
        (text) => window.said?.(text),
        // The page has given up this read, and shows nothing of it.
        () => undefined,
      )
      saying.add(handed)
      void handed.finally(() => saying.delete(handed))
    }
    return response
  }
}

/** The Chinese that is left on the page when the data has been taken away: texts, labels, titles, placeholders. */
export async function chineseOn(page: Page, data: Set<string>): Promise<string[]> {
  await page.evaluate(async () => void (await Promise.all(window.saying ?? [])))
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
  const known = [...data].filter((text) => CHINESE.test(text)).sort((a, b) => b.length - a.length)
  const left = texts.filter((text) => {
    if (!CHINESE.test(text)) return false
    const rest = known.reduce(
      (whole, word) => whole.replaceAll(word, ''),
      text.replaceAll('后台客服科技', ''),
    )
    return CHINESE.test(rest)
  })
  return [...new Set(left)]
}
