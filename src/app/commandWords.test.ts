import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
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

test('texts of the browser, which cannot tell how the program is installed, name no command of npm', () => {
  const files = globSync('src/app/{texts,manual}/**/*.json')
  assert.ok(files.length > 1)
  const texts = files.flatMap((file) => Object.keys(JSON.parse(readFileSync(file, 'utf8'))))
  assert.ok(texts.length > 1_000)
  assert.deepEqual(
    texts.filter((text) => text.includes('npm run')),
    [],
  )
})
