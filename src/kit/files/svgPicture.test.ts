import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { svgPicture } from '#testing/testPictures.ts'
import { readSvg } from './svgPicture.ts'

const read = async (inside: string, root?: string) =>
  (await readSvg(svgPicture(inside, root))).content.toString()
/** What is written inside the root. */
const inside = async (text: string) => /^<svg[^>]*>(.*)<\/svg>$/s.exec(await read(text))?.[1] ?? ''
const refused = (bytes: Buffer, code: 'INVALID' | 'TOO_LARGE') =>
  assert.rejects(readSvg(bytes), (error: { code?: string }) => error.code === code)

const SHAPE = '<path d="M0 0h4v4z"></path>'

test('shapes, groups, gradients and clips are written as they are', async () => {
  const drawing =
    '<defs><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="#fff"></stop></linearGradient>' +
    '<clipPath id="图层_1"><rect width="4" height="4"></rect></clipPath></defs>' +
    '<g transform="translate(1,2) scale(2)" clip-path="url(#图层_1)"><circle cx="2" cy="2" r="1" fill="url(#a)"></circle>' +
    '<use href="#a"></use><text x="1" y="2">后台 &amp; 客服</text></g>'
  assert.equal(await inside(drawing), drawing)
})

test('everything that runs, loads or links is left out, with all that is in it', async () => {
  const dangerous = [
    '<script>alert(1)</script>',
    '<script href="https://e.cn/x.js"/>',
    '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"><path d="M1 1"/></div></foreignObject>',
    '<image href="https://e.cn/x.png"/>',
    '<image href="data:image/png;base64,AAAA"/>',
    '<feImage href="https://e.cn/x.png"/>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<set attributeName="onclick" to="alert(1)"/>',
    '<handler>1</handler>',
    '<iframe src="https://e.cn"/>',
    '<metadata><rdf:RDF xmlns:rdf="x"/></metadata>',
    '<pattern id="p"><path d="M1 1"/></pattern>',
    '<SCRIPT>1</SCRIPT>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>',
  ]
  for (const one of dangerous) assert.equal(await inside(one + SHAPE), SHAPE, one)
})

test('attributes that run, load or link are left out', async () => {
  const attributes = [
    'onload="alert(1)"',
    'onclick="alert(1)"',
    'ONCLICK="1"',
    'href="https://e.cn/x.svg#a"',
    'xlink:href="javascript:alert(1)"',
    'href="data:image/svg+xml,x"',
    'fill="url(https://e.cn/#a)"',
    'fill="url( &quot;//e.cn&quot; )"',
    'fill="u\\72l(#a)"',
    'filter="src(&quot;https://e.cn&quot;)"',
    'mask="image-set(&quot;https://e.cn&quot; 1x)"',
    'style="background:url(https://e.cn)"',
    'style="behavior:url(#x);-moz-binding:url(#x)"',
    'style="fill:expression(alert(1))"',
    'id="a&quot;b"',
    'class="a{}"',
    'xml:base="https://e.cn"',
    'data-x="1"',
    'tabindex="1"',
  ]
  for (const one of attributes) {
    const text = `<path xmlns:xlink="http://www.w3.org/1999/xlink" d="M0 0h4v4z" ${one}/>`
    assert.equal(await inside(text), SHAPE, one)
  }
})

test('links to parts of the file are kept, as `href`', async () => {
  const text = '<path id="a" d="M0 0h4v4z"/><use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#a"/>'
  assert.equal(await inside(text), '<path id="a" d="M0 0h4v4z"></path><use href="#a"></use>')
})

test('links and alternatives around graphics become groups', async () => {
  assert.equal(
    await inside(`<switch><foreignObject/><a href="https://e.cn" target="x">${SHAPE}</a></switch>`),
    `<g><g>${SHAPE}</g></g>`,
  )
})

test('of style sheets only plain rules remain, in one sheet at the beginning', async () => {
  const sheet =
    '@import url(https://e.cn/x.css);/* {} */.a, .b>g{fill:#1890ff;background:url(x);stroke:url(#s)}' +
    '@font-face{font-family:x;src:url(https://e.cn/f)}@media print{.a{fill:red}}a:hover{fill:red}' +
    '.c{fill:url(//e.cn)}path{opacity:.5}'
  assert.equal(
    await inside(`${SHAPE}<defs><style>${sheet.replaceAll('>', '&gt;')}</style></defs>`),
    `<style>.a, .b&gt;g{fill:#1890ff;stroke:url(#s)}path{opacity:.5}</style>${SHAPE}<defs></defs>`,
  )
  assert.equal(
    await inside(`<style><![CDATA[.a{fill:#fff}</style><script>]]></style>${SHAPE}`),
    `<style>.a{fill:#fff}</style>${SHAPE}`,
  )
})

test('the size is that of the root, scaled to a longer side of 1,000', async () => {
  const sizes: [string, string, number, number][] = [
    ['viewBox="0 0 40 20"', '0 0 40 20', 1_000, 500],
    ['width="20" height="40px"', '0 0 20 40', 500, 1_000],
    ['width="20mm" height="4cm" viewBox="0 0 7 9"', '0 0 7 9', 500, 1_000],
    ['width="100%" height="100%" viewBox="-1,-1,10,10"', '-1 -1 10 10', 1_000, 1_000],
    ['width="3" height="1px" viewBox="0 0 300 100"', '0 0 300 100', 1_000, 333],
  ]
  for (const [root, viewBox, width, height] of sizes) {
    const picture = await readSvg(svgPicture(SHAPE, root))
    assert.deepEqual([picture.width, picture.height], [width, height], root)
    const [start = ''] = picture.content.toString().split('>')
    for (const part of [`viewBox="${viewBox}"`, `width="${width}"`, `height="${height}"`])
      assert.ok(start.includes(` ${part}`), start)
  }
  for (const root of ['', 'width="10"', 'viewBox="0 0 0 10"', 'viewBox="a b c d"'])
    await refused(svgPicture(SHAPE, root), 'INVALID')
})

test('a file that is broken, has entities of its own or draws nothing is refused', async () => {
  const files = [
    '',
    '<svg',
    '<html><body/></html>',
    `<svg viewBox="0 0 1 1">${SHAPE}`,
    '<svg viewBox="0 0 1 1"><path d="x" d="y"/></svg>',
    `<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"><text>&a;</text>${SHAPE}</svg>`,
    '<svg viewBox="0 0 1 1"><defs/></svg>',
    '<svg viewBox="0 0 1 1"><script>1</script></svg>',
  ]
  for (const file of files) await refused(Buffer.from(file), 'INVALID')
  await refused(Buffer.from([0x3c, 0xff, 0xfe]), 'INVALID')
})

test('a file that expands when it is drawn is refused, whichever way its parts refer to each other', async () => {
  const levels = (level: (n: number) => string) => Array.from({ length: 14 }, (_, n) => level(n)).join('')
  const uses = levels((n) => `<g id="a${n + 1}"><use href="#a${n}"/><use href="#a${n}"/></g>`)
  await refused(svgPicture(`<path id="a0" d="M0 0h1"/>${uses}`), 'TOO_LARGE')
  const part = (n: number, attribute: string) => `<path d="M0 0h1" ${attribute}="url(#m${n})"/>`
  const masks = levels((n) => `<mask id="m${n + 1}">${part(n, 'mask').repeat(2)}</mask>`)
  await refused(svgPicture(`<mask id="m0">${SHAPE}</mask>${masks}`), 'TOO_LARGE')
  const byClass = levels(
    (n) => `<clipPath id="c${n + 1}">${`<path class="c${n}" d="M0 0h1"/>`.repeat(2)}</clipPath>`,
  )
  const sheet = levels((n) => `.c${n}{clip-path:url(#c${n})}`)
  await refused(
    svgPicture(`<style>${sheet}</style><clipPath id="c0">${SHAPE}</clipPath>${byClass}`),
    'TOO_LARGE',
  )
  await refused(svgPicture('<g id="a"><use href="#a"/></g>'), 'TOO_LARGE')
  await refused(svgPicture(SHAPE.repeat(5_000)), 'TOO_LARGE')
  await refused(svgPicture('<g>'.repeat(70) + SHAPE + '</g>'.repeat(70)), 'TOO_LARGE')
})

test('whatever is read, the result reads as itself and refers to nothing outside', async () => {
  const names = fc.constantFrom('g', 'path', 'a', 'script', 'image', 'use', 'style', 'text', 'x:path', 'defs')
  const keys = fc.constantFrom('href', 'xlink:href', 'fill', 'style', 'onload', 'class', 'id', 'd', 'mask')
  const values = fc.oneof(
    fc.constantFrom(
      '#a',
      'url(#a)',
      'url(//e.cn)',
      'javascript:1',
      'fill:url(https://e.cn)',
      '&quot;',
      '&#10;x',
    ),
    fc.string({ maxLength: 6 }).map((text) => text.replace(/[&<>"]/g, '')),
  )
  const attributes = fc.dictionary(keys, values, { maxKeys: 3 })
  const within = (children: fc.Arbitrary<string[]>) =>
    fc.tuple(names, attributes, children, values).map(([name, pairs, parts, text]) => {
      const written = Object.entries(pairs).map(([key, value]) => ` ${key}="${value}"`)
      return `<${name}${written.join('')}>${text.replace(']]>', '')}${parts.join('')}</${name}>`
    })
  const leaf = within(fc.constant([]))
  const tree = within(fc.array(within(fc.array(leaf, { maxLength: 3 })), { maxLength: 3 }))
  await fc.assert(
    fc.asyncProperty(tree, async (text) => {
      const bytes = svgPicture(`${SHAPE}${text}`)
      const first = await readSvg(bytes).catch(() => null)
      if (!first) return
      const written = first.content.toString()
      assert.deepEqual(await readSvg(first.content), first, written)
      // Outside style sheets, what stands between tags is text that is drawn.
      const tags = written.replace(
        /<text[^>]*>[^<]*|<tspan[^>]*>[^<]*/g,
        (start) => start.split('>')[0] ?? '',
      )
      assert.doesNotMatch(tags, /<(script|image|a)\b|\son\w+=|url\((?!#)|href="(?!#)/)
    }),
  )
})
