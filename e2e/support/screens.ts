import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Counts a page's requests. The returned function waits until all have finished and the page is at rest. */
export function watchLoading(page: Page): () => Promise<void> {
  const open = new Set<unknown>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    do {
      await page.waitForFunction(isStill)
      // Requests triggered by a response are sent within two frames.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    } while (open.size > 0)
  }
}

/**
 * Runs in the page: nothing is loading or moving. The ripple of a pressed button (2 s) is ignored, as it covers
 * nothing.
 */
function isStill(): boolean {
  const timings = document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .map(({ effect }) => effect?.getComputedTiming())
  const moves = timings.some((timing) => Number(timing?.activeDuration) <= 1000)
  return !moves && !document.querySelector('[aria-busy="true"], [aria-label="加载中"]')
}

/** Asserts that neither the page nor a dialog scrolls sideways; reports the elements that are too wide. */
export async function assertFits(page: Page, where: string): Promise<void> {
  assert.deepEqual(await page.evaluate(tooWide), [], `${where} is wider than the window`)
}

/** Runs in the page: the containers that scroll sideways, with the elements that overflow them. */
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

/** How long a table may take to align its header with its columns. */
const SETTLING_MS = 2_000

/**
 * Elements that stay cut off or scroll sideways in a wide window. A truncated name is allowed if its title has the full
 * name.
 */
export async function cutOffOn(page: Page): Promise<string[]> {
  const until = performance.now() + SETTLING_MS
  let found = await page.evaluate(cutOff)
  while (found.length > 0 && performance.now() < until) found = await page.evaluate(cutOff)
  return found
}

/** Runs in the page: elements that cannot be read completely, as `problem: text (class)`. */
function cutOff(): string[] {
  const context = document.createElement('canvas').getContext('2d')
  /**
   * The program's own texts must be completely visible; a title is not enough. Buttons with names of records may use a
   * title.
   */
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
  /** Whether the element's own text overflows its box. */
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
  /** Whether the element's text ends with an ellipsis and a title has the full text. */
  function hasFullTitle(element: Element, style: CSSStyleDeclaration): boolean {
    const titled = element.closest('[title]') ?? element.querySelector('[title]')
    // On a mirrored page texts are wrapped in direction isolates, which a title may lack.
    const plain = (text: string | null | undefined) => text?.replaceAll(/[\u2066\u2069]/g, '').trim() ?? ''
    const isTitled = plain(titled?.getAttribute('title')).includes(plain(element.textContent))
    return style.textOverflow === 'ellipsis' && isTitled
  }
  /** The problem of an element whose content is wider than its box. */
  function overflowProblem(element: Element, style: CSSStyleDeclaration): string | undefined {
    if (/auto|scroll/.test(style.overflowX)) return 'scrolls'
    if (!element.textContent?.trim()) return undefined
    if (style.overflowX === 'visible') return isSpilling(element) ? 'spills' : undefined
    return hasFullTitle(element, style) && !element.closest(WORDS) ? undefined : 'cut'
  }
  function problemOf(element: Element): string | undefined {
    const style = getComputedStyle(element)
    if (isPlaceholderCut(element, style)) return 'placeholder'
    const isOverflowing = element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
    return isOverflowing ? overflowProblem(element, style) : undefined
  }
  const found = [...document.body.querySelectorAll('*')].flatMap((element) => {
    if (!(element instanceof HTMLElement)) return []
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    // A row without height that Ant Design uses to measure columns; it contains the header texts too.
    if (element.closest('.ant-table-measure-row')) return []
    const problem = problemOf(element)
    if (!problem) return []
    const words = (element as HTMLInputElement).placeholder ?? element.innerText
    return [`${problem}: ${words.trim().slice(0, 60)} (${element.tagName} ${element.className})`]
  })
  return [...new Set(found)]
}

/** Left-to-right texts on a mirrored page whose characters are displayed in a different order. */
export function reorderedOn(page: Page): Promise<string[]> {
  return page.evaluate(reordered)
}

/** Runs in the page: texts with characters in reverse order. */
function reordered(): string[] {
  type Sign = { node: Node; at: number; sign: string }
  const range = document.createRange()
  /** The box of a character; undefined if it has no width. */
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
  /** The characters of a text node; none for other nodes. */
  function signsOf(node: Node): Sign[] {
    if (node.nodeType !== Node.TEXT_NODE) return []
    return (node.nodeValue ?? '').split('').map((sign, at) => ({ node, at, sign }))
  }
  /** Phrases: adjacent texts without direction isolates or separators in between. */
  function phrasesOf(element: Element): Sign[][] {
    const phrases: Sign[][] = [[]]
    for (const node of element.childNodes) {
      if (node.nodeType === Node.ELEMENT_NODE) phrases.push([])
      for (const sign of signsOf(node)) {
        if (/[\u2066\u2069·、]/.test(sign.sign)) phrases.push([])
        else phrases.at(-1)?.push(sign)
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

/**
 * Elements that are not mirrored: the menu must be at the right, drawers at the left, and the frame inside the window.
 */
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

/** The rows of a table are alike, and axe computes the colours behind each text: it checks the first eight. */
const MORE_ROWS = 'tbody tr:nth-child(n+9)'

/** Asserts that axe finds no serious or critical violations. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  // There are no iframes to check, so the legacy mode works without a second page.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .exclude(MORE_ROWS)
    // Omit passed elements, of which a list has thousands.
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
  assert.deepEqual(found, [], where)
}
