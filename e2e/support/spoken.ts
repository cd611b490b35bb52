import type { Page } from 'playwright-core'

/** Chinese signs, and the punctuation that only Chinese has. */
const CHINESE = /[\p{Script=Han}\u3001-\u303f\uff01-\uff5e]/u

/** Responses whose texts are still being collected. */
const collecting = new WeakMap<Set<string>, Set<Promise<void>>>()

/** Every text that the API answered so far; what of it is shown on a screen is data, in whatever language. */
export function collectData(page: Page): Set<string> {
  const said = new Set<string>()
  const pending = new Set<Promise<void>>()
  collecting.set(said, pending)
  const collect = (value: unknown): void => {
    // Names that the server lists in one text stand on the screen with the reader's comma between them.
    if (typeof value === 'string') for (const text of [value, ...value.split('、')]) said.add(text.trim())
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return
    const read = response.json().then(collect, () => undefined)
    pending.add(read)
    void read.then(() => pending.delete(read))
  })
  return said
}

/** The Chinese that is left on the page when the data has been taken away: texts, labels, titles, placeholders. */
export async function chineseOn(page: Page, data: Set<string>): Promise<string[]> {
  await Promise.all(collecting.get(data) ?? [])
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
