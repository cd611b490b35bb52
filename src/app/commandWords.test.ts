import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandWords } from './commandWords.ts'

test('an archive names the commands as houtai, the sources as npm run', () => {
  const examples = {
    '查看：npm run backup:key': '查看：houtai backup:key',
    '请写明文件：npm run restore -- 文件': '请写明文件：houtai restore 文件',
    '请加 --run：npm run staff:erase -- --run': '请加 --run：houtai staff:erase --run',
    '请先运行 npm run migrate，或启动程序。': '请先运行 houtai migrate，或启动程序。',
  }
  for (const [sentence, installed] of Object.entries(examples)) {
    assert.equal(commandWords(sentence, true), installed)
    assert.equal(commandWords(sentence, false), sentence)
  }
})
