import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWide, pagesAcross, pageXml } from './pageXml.ts'

const widths = (...all: number[]) => all.map((width) => ({ width }))
const texts = { left: '启明 & 客服 · 店铺', right: '2026-05-19 08:42', foot: '第 &P 页，共 &N 页' }

test('few columns are printed in portrait, many in landscape, too many on pages side by side', () => {
  const page = (total: number) => {
    const all = widths(total / 2, total / 2)
    return [isWide(all), pagesAcross(all)]
  }
  assert.deepEqual([80, 136, 138, 310, 314].map(page), [
    [false, 1],
    [false, 1],
    [true, 1],
    [true, 1],
    [true, 2],
  ])
  assert.match(pageXml(widths(300, 300), texts), /orientation="landscape" fitToWidth="2" fitToHeight="0"/)
})

test('the header and the footer contain the texts as they are, digits apart from the size', () => {
  const xml = pageXml(widths(20), texts)
  assert.ok(
    xml.includes(
      '<oddHeader>&#38;L&#38;9启明 &#38;&#38; 客服 · 店铺&#38;R&#38;9 2026-05-19 08:42</oddHeader>',
    ),
  )
  assert.ok(xml.includes('<oddFooter>&#38;C&#38;9第 &#38;P 页，共 &#38;N 页</oddFooter>'))
})

test('a long text is cut at the left, the right one remains, and no code is cut in half', () => {
  for (const length of [230, 231, 232, 233, 234]) {
    const xml = pageXml(widths(20), { ...texts, left: '&'.repeat(length) })
    const header = (/<oddHeader>(.*)<\/oddHeader>/.exec(xml)?.[1] ?? '').replaceAll('&#38;', '&')
    assert.ok(header.length <= 255 && header.endsWith('&R&9 2026-05-19 08:42'))
    assert.match(header, /^&L&9(&&)+&R/)
  }
})
