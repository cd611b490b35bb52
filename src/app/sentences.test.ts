import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { refusedProgram } from '#testing/testProcess.ts'
import { sentenceOf } from './sentences.ts'
import { StartError } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-sentences-'))
const file = join(folder, 'file')
writeFileSync(file, 'x')
after(() => rmSync(folder, { recursive: true, force: true }))

/** Each program that opens the data folder, with its required arguments. */
const PROGRAMS: Record<string, string[]> = {
  'start.ts': [],
  'commands/backup.ts': [],
  'commands/restore.ts': [file],
  'commands/auditVerify.ts': [],
  'commands/staffErase.ts': [],
  'commands/signInUnlock.ts': ['admin'],
  'commands/signInAddresses.ts': ['001'],
}

for (const [program, args] of Object.entries(PROGRAMS)) {
  test(`${program} ends with one sentence if the data folder is a file or cannot be written`, async () => {
    const places = [file, join(file, 'below'), ...(process.platform === 'linux' ? ['/proc'] : [])]
    for (const DATA_DIR of places) {
      const { code, output } = await refusedProgram(args, { DATA_DIR }, program)
      assert.match(output, /^[^\n]*不能使用：[^\n]*。\n$/, DATA_DIR)
      assert.equal(code, program === 'commands/auditVerify.ts' ? 2 : 1)
    }
  })
}

test('the error names the file that a command cannot read or write', async () => {
  const missing = join(folder, 'missing.log')
  const DATA_DIR = join(folder, 'data')
  const { output } = await refusedProgram([missing], { DATA_DIR }, 'commands/auditVerify.ts')
  assert.equal(output, `${missing} 不能使用：路径不存在，或那里不能创建文件。\n`)
  const { output: written } = await refusedProgram(
    ['--plain', join(file, 'x.gz')],
    { DATA_DIR },
    'commands/backup.ts',
  )
  assert.match(written, /^[^\n]*不能使用：路径中有一段是文件，不是文件夹。\n$/)
})

test('a fault of the program has no sentence, so its stack is printed', () => {
  assert.equal(sentenceOf(new TypeError('x is not a function')), null)
  assert.equal(sentenceOf('text'), null)
  assert.equal(sentenceOf(new StartError('设置 PORT 不正确。')), '设置 PORT 不正确。')
})
