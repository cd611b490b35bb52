import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Keeps count of a page's requests, and waits until what it shows has come and stands still. */
export function watchLoading(page: Page): () => Promise<void> {
  const open = new Set<unknown>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    do {
      await page.waitForFunction(isStill)
      // What an answer asks for in its turn is asked for within two frames.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    } while (open.size > 0)
  }
}

/** Runs in the page: nothing is on its way, and nothing moves. The ring of a pressed button, 2 s long, hides nothing. */
function isStill(): boolean {
  const timings = document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .map(({ effect }) => effect?.getComputedTiming())
  const moves = timings.some((timing) => Number(timing?.activeDuration) <= 1000)
  return !moves && !document.querySelector('[aria-busy="true"], [aria-label="加载中"]')
}

/** Fails where the page, or a window on top of it, scrolls sideways; names what makes it wider. */
export async function assertFits(page: Page, where: string): Promise<void> {
  assert.deepEqual(await page.evaluate(tooWide), [], `${where} is wider than the window`)
}

/** Runs in the page: the frames that scroll sideways, each with what reaches out of it. */
function tooWide(): string[] {
  const isClipped = (element: Element, frame: Element): boolean => {
    const above = element.parentElement
    if (!above || above === frame) return false
    return getComputedStyle(above).overflowX !== 'visible' || isClipped(above, frame)
  }
  const frames = [document.documentElement, ...document.querySelectorAll('main, [role="dialog"]')]
  const wide = frames.filter((frame) => frame.scrollWidth > frame.clientWidth)
  return wide.map((frame) => {
    const inside = frame.getBoundingClientRect()
    const out = [...frame.querySelectorAll('*')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      const isOut = left < inside.left - 1 || right > inside.left + frame.clientWidth + 1
      return width > 0 && isOut && !isClipped(element, frame)
    })
    const names = out.map((element) => `${element.localName}.${element.className}`)
    return `${frame.localName}: ${[...new Set(names)].slice(0, 5).join(', ')}`
  })
}

/** How long a table may take to give its head the width of its columns. */
const SETTLING_MS = 2_000

/** What is cut off, or scrolls sideways, on a wide window, and stays so. A name that is cut has all of it in a title. */
export async function cutOffOn(page: Page): Promise<string[]> {
  const until = performance.now() + SETTLING_MS
  let found = await page.evaluate(cutOff)
  while (found.length > 0 && performance.now() < until) found = await page.evaluate(cutOff)
  return found
}

/** Runs in the page: what cannot be read completely, as `how: words (class)`. */
function cutOff(): string[] {
  const context = document.createElement('canvas').getContext('2d')
  /** Our own words have to be read completely; a title is not enough. Buttons that are names have one. */
  const WORDS = 'th, label, h1, h2, h3, [role="tab"], [role="menuitem"], .status-tag, .ant-tag'
  const pixels = (length: string) => Number.parseFloat(length) || 0

  function widthOf(words: string, style: CSSStyleDeclaration): number {
    if (!context) return 0
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    return context.measureText(words).width
  }
  function isPlaceholderCut(element: Element, style: CSSStyleDeclaration): boolean {
    if (!(element instanceof HTMLInputElement) || element.value !== '') return false
    const room = element.clientWidth - pixels(style.paddingLeft) - pixels(style.paddingRight)
    return widthOf(element.placeholder, style) > room + 1
  }
  /** Own words that reach over the edge of their box into what is beside it. */
  function isSpilling(element: Element): boolean {
    const box = element.getBoundingClientRect()
    return [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) return false
      const range = document.createRange()
      range.selectNodeContents(node)
      const words = range.getBoundingClientRect()
      return words.width > 1 && (words.right > box.right + 1 || words.left < box.left - 1)
    })
  }
  function problemOf(element: Element): string | undefined {
    const style = getComputedStyle(element)
    if (isPlaceholderCut(element, style)) return 'placeholder'
    if (element.clientWidth <= 1 || element.scrollWidth <= element.clientWidth + 1) return undefined
    if (/auto|scroll/.test(style.overflowX)) return 'scrolls'
    if (!element.textContent?.trim()) return undefined
    if (style.overflowX === 'visible') return isSpilling(element) ? 'spills' : undefined
    const titled = element.closest('[title]') ?? element.querySelector('[title]')
    // Texts are held in their own direction on a mirrored page; a title may be without the signs that hold them.
    const plain = (text: string | null | undefined) => text?.replaceAll(/[\u2066\u2069]/g, '').trim() ?? ''
    const isTitled = plain(titled?.getAttribute('title')).includes(plain(element.textContent))
    const told = style.textOverflow === 'ellipsis' && isTitled
    return told && !element.closest(WORDS) ? undefined : 'cut'
  }
  const found = [...document.body.querySelectorAll('*')].flatMap((element) => {
    if (!(element instanceof HTMLElement)) return []
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    // A row without height, by which Ant Design measures the columns; it has the heads' words too.
    if (element.closest('.ant-table-measure-row')) return []
    const problem = problemOf(element)
    if (!problem) return []
    const words = (element as HTMLInputElement).placeholder ?? element.innerText
    return [`${problem}: ${words.trim().slice(0, 60)} (${element.tagName} ${element.className})`]
  })
  return [...new Set(found)]
}

/** The texts on a mirrored page whose characters run from left to right, but are not in that order. */
export function reorderedOn(page: Page): Promise<string[]> {
  return page.evaluate(reordered)
}

/** Runs in the page: texts whose characters run backwards. */
function reordered(): string[] {
  type Sign = { node: Node; at: number; sign: string }
  const range = document.createRange()
  /** Where a character is; undefined if it takes no room. */
  function boxOf({ node, at }: Sign): DOMRect | undefined {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const box = range.getBoundingClientRect()
    return box.width > 0 ? box : undefined
  }
  function isBackwards(signs: readonly Sign[]): boolean {
    const boxes = signs.flatMap((sign) => (sign.sign.trim() ? (boxOf(sign) ?? []) : []))
    return boxes.some((box, at) => {
      const before = boxes[at - 1]
      const sameLine = before && Math.abs(before.bottom - box.bottom) < box.height / 2
      return sameLine && box.left < before.left - 1
    })
  }
  /** What is read as one: texts that follow each other, between signs that hold a direction; separators are no part of it. */
  function phrasesOf(element: Element): Sign[][] {
    const phrases: Sign[][] = [[]]
    for (const node of element.childNodes) {
      if (node.nodeType === Node.ELEMENT_NODE) phrases.push([])
      if (node.nodeType !== Node.TEXT_NODE) continue
      for (const [at, sign] of (node.nodeValue ?? '').split('').entries()) {
        if (/[\u2066\u2069·、]/.test(sign)) phrases.push([])
        else phrases.at(-1)?.push({ node, at, sign })
      }
    }
    return phrases
  }
  const found = [...document.body.querySelectorAll('*')].flatMap((element) => {
    if (element.closest('script, style, noscript')) return []
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    return phrasesOf(element).flatMap((phrase) => {
      const words = phrase.map(({ sign }) => sign).join('')
      if (!words.trim() || /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(words)) return []
      return isBackwards(phrase) ? [`${words.slice(0, 60)} (${element.tagName} ${element.className})`] : []
    })
  })
  return [...new Set(found)]
}

/** What is not mirrored: the menu is at the right, drawers come from the left, nothing of the frame is out of sight. */
export function unmirroredOn(page: Page): Promise<string[]> {
  return page.evaluate(unmirrored)
}

/** Runs in the page. */
function unmirrored(): string[] {
  const box = (element: Element) => element.getBoundingClientRect()
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  const wide = window.innerWidth
  return [
    ...shown('.sider').flatMap((one) =>
      Math.abs(box(one).right - wide) > 1 ? ['menu not at the right'] : [],
    ),
    ...shown('.ant-drawer-content-wrapper').flatMap((one) =>
      Math.abs(box(one).left) > 1 ? ['drawer not from the left'] : [],
    ),
    ...shown('h1').flatMap((one) => (box(one).right < wide / 2 ? ['title not at the right'] : [])),
    ...shown('header, nav, main, .sider, .top-tools > *').flatMap((one) =>
      box(one).left < -1 || box(one).right > wide + 1 ? [`${one.tagName} ${one.className} out of sight`] : [],
    ),
  ]
}

/** The rows of a table are alike: axe, which looks for the colours behind each text, takes the first eight. */
const MORE_ROWS = 'tbody tr:nth-child(n+9)'

/** Fails on everything that axe calls serious or critical. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  // There are no frames to look into: the older way does without a second page.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .exclude(MORE_ROWS)
    // Without the elements that pass, of which a list has thousands.
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
  assert.deepEqual(found, [], where)
}
