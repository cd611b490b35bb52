import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { lineEndOf, withoutPlainLines } from './plainLines.ts'

/** The lines taken out of a text, and the rest for the parser. */
function split(pieces: string[], end = '\n'): { extracted: string[][]; left: string } {
  const extracted: string[][] = []
  const left = [...withoutPlainLines(pieces, { delimiter: ',', end }, (cells) => extracted.push(cells))].join(
    '',
  )
  return { extracted, left }
}

const parsed = (text: string, end: string): string[][] =>
  parse(text, { record_delimiter: end, relax_column_count: true, relax_quotes: true })

test('for any division into pieces, the lines taken and those of the parser equal the parser’s result for the whole text', () => {
  const word = fc.stringMatching(/^[a客, \r]{0,4}$/)
  const lines = fc.array(
    fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: fc.constant('b,"x\ny"') }),
  )
  const cuts = fc.array(fc.nat(60), { maxLength: 4 })
  const property = fc.property(lines, fc.constantFrom('\n', '\r\n'), cuts, (all, end, at) => {
    const text = all.join(end)
    const places = [0, ...at.toSorted((a, b) => a - b), text.length]
    const pieces = places.slice(1).map((place, index) => text.slice(places[index], place))
    const { extracted, left } = split(pieces, end)
    assert.deepEqual([...extracted, ...parsed(left, end)], parsed(text, end))
    assert.ok(text.includes('"') || left === '')
  })
  fc.assert(property, { numRuns: 500 })
})

test('from the line of the first quotation mark on, everything is left to the parser', () => {
  assert.deepEqual(split(['a,b\nc,d\ne', ',"f\ng"\nh', ',i']), {
    extracted: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    left: 'e,"f\ng"\nh,i',
  })
})

test('the first line ending determines how lines end; a text with lone CRs is left to the parser', () => {
  assert.deepEqual(['a\r\nb\n', 'a\nb\r\n', 'a\rb', 'a', ''].map(lineEndOf), [
    '\r\n',
    '\n',
    undefined,
    undefined,
    undefined,
  ])
})
