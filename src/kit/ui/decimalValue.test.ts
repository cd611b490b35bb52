import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalText, decimalValue } from './decimalValue.ts'

const CENTS = 2

test('text pasted from a sheet or a contract becomes exact 分', () => {
  assert.equal(decimalValue('1,234.5', CENTS), 123450)
  assert.equal(decimalValue('¥1,234.50', CENTS), 123450)
  assert.equal(decimalValue('１２３４．５０', CENTS), 123450)
  assert.equal(decimalValue('1，234。5\n', CENTS), 123450)
  assert.equal(decimalValue('0.07', CENTS), 7)
  assert.equal(decimalValue('1.10', CENTS), 110)
})

test('an empty text is no value, not 0', () => {
  assert.equal(decimalValue('', CENTS), undefined)
  assert.equal(decimalValue('  ', CENTS), undefined)
  assert.equal(decimalValue('0', CENTS), 0)
})

test('an invalid amount stays as typed, so that the form can refuse it and no input is lost', () => {
  for (const text of ['12.345', '12元', '1e3', '-', '1.2.3', '99,999,999,999,999,999']) {
    assert.equal(decimalValue(text, CENTS), text)
    assert.equal(decimalText(text, CENTS), text)
  }
})

test('the largest exact amount is accepted, the next one is not', () => {
  assert.equal(decimalValue('90,071,992,547,409.91', CENTS), Number.MAX_SAFE_INTEGER)
  assert.equal(decimalValue('90,071,992,547,409.92', CENTS), '90,071,992,547,409.92')
})

test('a value is shown with thousands separators and both decimal places', () => {
  assert.equal(decimalText(123450, CENTS), '1,234.50')
  assert.equal(decimalText(-5, CENTS), '-0.05')
  assert.equal(decimalText(null, CENTS), '')
})
