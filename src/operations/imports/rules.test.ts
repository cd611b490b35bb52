import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStep } from './rules.ts'

test('an import is committed once and undone once; the error says which of the two it was', () => {
  assertStep('preview', 'commit')
  assertStep('committed', 'undo')
  assert.throws(() => assertStep('committed', 'commit'), /已经导入过了/)
  assert.throws(() => assertStep('undone', 'commit'), /已经撤销/)
  assert.throws(() => assertStep('undone', 'undo'), /已经撤销/)
  assert.throws(() => assertStep('preview', 'undo'), /还没有导入/)
})
