import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withoutPlainRows } from './plainRows.ts'

/** The rows taken out of a sheet's XML, and the rest for the parser. */
async function split(pieces: string[]): Promise<{ extracted: string[]; left: string }> {
  const extracted: string[] = []
  let left = ''
  const source = (async function* () {
    yield* pieces
  })()
  for await (const piece of withoutPlainRows(source, ({ number, cells }) => {
    extracted.push([number, ...cells.map(({ text }) => text)].join(' '))
  })) {
    left += piece
  }
  return { extracted, left }
}

const row = (number: number, inside: string) => `<row r="${number}" spans="1:2">${inside}</row>`
const PLAIN = '<c r="A1" s="1" t="s"><v>7</v></c><c r="B1"/><c t="inlineStr"><is><t>客服</t></is></c>'

test('rows of plain cells are taken for any division into pieces; everything around them is left', async () => {
  const sheet = `<worksheet><sheetData>${row(1, PLAIN)}${row(2, PLAIN)}${row(3, PLAIN)}</sheetData></worksheet>`
  const property = fc.asyncProperty(fc.integer({ min: 1, max: sheet.length }), async (size) => {
    const pieces = sheet.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
    const { extracted, left } = await split(pieces)
    assert.deepEqual(extracted, ['2 7  客服', '3 7  客服'])
    // The text before the first row is passed on together with that row.
    assert.equal(left, `<worksheet><sheetData>${row(1, PLAIN)}</sheetData></worksheet>`)
  })
  await fc.assert(property)
})

test('a row that needs the parser is left to it', async () => {
  const others = [
    '<c><f>A1*2</f><v>1</v></c>',
    '<c><v>&#49;</v></c>',
    '<c><is><r><t>a</t></r></is></c>',
    ' <c><v>1</v></c>',
    '<c v="1" r="A1"><v>1</v></c>',
    '<c><v>1</v>',
    '<x:c><v>1</v></x:c>',
    '<c><v>a\r\nb</v></c>',
  ].map((inside, at) => row(at + 2, inside))
  const { extracted, left } = await split([row(1, PLAIN), ...others, row(99, PLAIN)])
  assert.deepEqual(extracted, ['1 7  客服', '99 7  客服'])
  assert.equal(left, others.join(''))
})

test('after a comment or a declaration no more rows are taken', async () => {
  const rest = `<!-- ${row(2, PLAIN)} -->${row(3, PLAIN)}`
  assert.deepEqual(await split([row(1, PLAIN), rest.slice(0, 1), rest.slice(1)]), {
    extracted: ['1 7  客服'],
    left: rest,
  })
})

test('a row without an end is not held back without limit', async () => {
  const endless = `<row>${'<c><v>1</v></c>'.repeat(20_000)}`
  let largest = 0
  const source = (async function* () {
    for (let at = 0; at < endless.length; at += 16_384) yield endless.slice(at, at + 16_384)
  })()
  for await (const piece of withoutPlainRows(source, () => assert.fail('no row has ended')))
    largest = Math.max(largest, piece.length)
  assert.ok(largest < 100_000)
})
