import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Converter } from 'opencc-js/cn2t'
import { titleOf } from '../src/app/manual/contents.ts'
import { manualKeys } from '../src/app/manual/keys.ts'
import { textsOf } from '../src/app/manual/page.ts'
import { manualPages } from '../src/app/manual/pages.ts'
import { english } from '../src/app/texts/english.ts'
import { searchPinyin } from '../src/kit/pinyin.ts'
import { statusSentences } from '../src/kit/statusTexts.ts'

// Converts the simplified texts to traditional ones, with the words and characters of Taiwan and Hong Kong. `npm run
// texts` writes them, and the readings of the manual's titles; with --check it only reports whether they are up to date.
const languages = [
  { file: 'zh-TW.json', convert: Converter({ from: 'cn', to: 'twp' }) },
  { file: 'zh-HK.json', convert: Converter({ from: 'cn', to: 'hk' }) },
]

const sentences = [...Object.keys(english), ...statusSentences]
const manualTexts = Object.values(manualPages).flatMap((page) => textsOf(page))

/** The converted texts as JSON, with `{names}` unchanged; omits texts that are identical in both scripts. */
function tableOf(texts: readonly string[], convert: (text: string) => string): string {
  const entries = [...new Set(texts)]
    .sort()
    .map((text) => [text, convert(text)])
    .filter(([text, converted]) => text !== converted)
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

/** The pinyin and the initials of each title of the manual: of its pages and its tasks. */
function pinyinTable(): string {
  const titles = manualKeys.flatMap((key) => [
    titleOf(key),
    ...manualPages[key].tasks.map(({ title }) => title),
  ])
  const entries = [...new Set(titles)].sort().map((title) => [title, searchPinyin(title)])
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

const made = [
  ...languages.map(({ file, convert }) => ({ path: `texts/${file}`, table: tableOf(sentences, convert) })),
  ...languages.map(({ file, convert }) => ({ path: `manual/${file}`, table: tableOf(manualTexts, convert) })),
  { path: 'manual/pinyin.json', table: pinyinTable() },
]

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const stale = made.filter(({ path, table }) => {
  const file = fileURLToPath(new URL(`../src/app/${path}`, import.meta.url))
  if (read(file) === table) return false
  if (!process.argv.includes('--check')) writeFileSync(file, table)
  return true
})

if (stale.length > 0 && process.argv.includes('--check')) {
  process.stderr.write('src/app/texts 或 src/app/manual 里的 .json 与文字不一致，请运行 npm run texts。\n')
  process.exitCode = 1
}
