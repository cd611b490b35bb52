import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { LineFigures } from './contract.ts'
import { figureProblem, figuresOf, figureValue, textsOf } from './figureTexts.ts'

test('figureValue: parses counts in common formats; empty text and - are null, never 0', () => {
  const read = ['12', ' 1,234 ', '１２', '0', '', '-', '--', '3.5', 'abc', '-3', '1000001'].map((text) =>
    figureValue('handledUsers', text),
  )
  const no = undefined
  assert.deepEqual(read, [12, 1234, 12, 0, null, null, null, no, no, no, no])
})

test('figureValue: a rate is a percentage, with or without the sign', () => {
  const read = ['94.3%', '94.30', '100', '0.5', '100.01', '94.305'].map((text) =>
    figureValue('rate3minBp', text),
  )
  assert.deepEqual(read, [9430, 9430, 10_000, 50, undefined, undefined])
})

test('figureValue: parses seconds as numbers and in the formats of the platforms', () => {
  const read = ['22', '22.5', '2分29秒', '1小时05分', '2:29', '1小时', '22.55', '2分半'].map((text) =>
    figureValue('artSec', text),
  )
  assert.deepEqual(read, [22, 22.5, 149, 3900, 149, 3600, undefined, undefined])
})

test('figureProblem: reports invalid figures, and parts that exceed their whole', () => {
  assert.equal(
    figureProblem('unreplied', { consultUsers: '10', unreplied: '11' }),
    '未回复不能多于咨询人数。',
  )
  assert.equal(figureProblem('unreplied', { consultUsers: '10', unreplied: '10' }), undefined)
  assert.equal(figureProblem('unreplied', { unreplied: '11' }), undefined)
  assert.equal(figureProblem('satisfied', { satisfied: '3', evaluated: '2' }), '满意不能多于评价。')
  assert.match(figureProblem('frtSec', { frtSec: '很快' }) ?? '', /秒数/)
})

test('figures stay the same after formatting and parsing', () => {
  const count = fc.option(fc.integer({ min: 0, max: 1_000_000 }))
  const tenths = fc.option(fc.integer({ min: 0, max: 864_000 }).map((n) => n / 10))
  const figures: fc.Arbitrary<LineFigures> = fc.record({
    consultUsers: count,
    handledUsers: count,
    unreplied: count,
    rate3minBp: fc.option(fc.integer({ min: 0, max: 10_000 })),
    frtSec: tenths,
    artSec: tenths,
    satisfied: count,
    evaluated: count,
  })
  fc.assert(
    fc.property(figures, (one) => {
      assert.deepEqual(figuresOf(textsOf(one)), { ...one })
    }),
  )
})
