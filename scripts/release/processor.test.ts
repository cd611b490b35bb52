import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { assertProcessor, processorOf } from './processor.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-processor-'))
after(() => rmSync(folder, { recursive: true }))

/** The beginning of a compiled file for the processor with this number. */
function compiled(number: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.write('\x7fELF', 'latin1')
  bytes.writeUInt16LE(number, 18)
  return bytes
}

test('a compiled file for another processor or another system is refused by its name', () => {
  mkdirSync(join(folder, 'node_modules/a'), { recursive: true })
  const addon = join(folder, 'node_modules/a/addon.node')
  writeFileSync(join(folder, 'index.js'), 'export {}')
  writeFileSync(join(folder, 'empty'), '')
  assert.deepEqual(assertProcessor(folder, 'arm64'), [])

  writeFileSync(addon, compiled(183))
  assert.equal(processorOf(addon), 'arm64')
  assert.deepEqual(assertProcessor(folder, 'arm64'), [addon])
  assert.throws(() => assertProcessor(folder, 'x64'), /addon\.node is for arm64, not for x64/)

  writeFileSync(addon, 'MZ')
  assert.throws(() => assertProcessor(folder, 'arm64'), /addon\.node is not for Linux/)
})
