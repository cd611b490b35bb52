import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capitalAmount } from './capitals.ts'

test('amounts are written in capital numerals as on bank documents', () => {
  const cases: [number, string][] = [
    [140_950, '壹仟肆佰零玖元伍角整'],
    [600_714, '陆仟零柒元壹角肆分'],
    [1_640_902, '壹万陆仟肆佰零玖元零贰分'],
    [10_700_053, '壹拾万柒仟元伍角叁分'],
    [100_000_001, '壹佰万元零壹分'],
    [0, '零元整'],
    [1, '壹分'],
    [10, '壹角整'],
    [1_000_000_000_00, '壹拾亿元整'],
    [1_000_500_00, '壹佰万零伍佰元整'],
    [-5_000, '负伍拾元整'],
  ]
  for (const [cents, text] of cases) assert.equal(capitalAmount(cents), `人民币${text}`, String(cents))
})
