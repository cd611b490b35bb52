import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Converter } from 'opencc-js/cn2t'
import { english } from '../src/app/texts/english.ts'
import { statusSentences } from '../src/kit/statusTexts.ts'

// The traditional texts are made from the simplified ones, with Taiwan's and Hong Kong's own words and characters:
// `npm run texts` writes them, with --check it only says whether they are as they should be.
const made = [
  { file: 'zh-TW.json', convert: Converter({ from: 'cn', to: 'twp' }) },
  { file: 'zh-HK.json', convert: Converter({ from: 'cn', to: 'hk' }) },
]

/** A sentence converted, its `{names}` untouched; what is the same in both needs no entry. */
function tableOf(convert: (text: string) => string): string {
  const sentences = [...new Set([...Object.keys(english), ...statusSentences])].sort()
  const entries = sentences
    .map((sentence) => [sentence, convert(sentence)])
    .filter(([sentence, converted]) => sentence !== converted)
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
}

const stale = made.filter(({ file, convert }) => {
  const path = fileURLToPath(new URL(`../src/app/texts/${file}`, import.meta.url))
  const table = tableOf(convert)
  if (readFileSync(path, 'utf8') === table) return false
  if (!process.argv.includes('--check')) writeFileSync(path, table)
  return true
})

if (stale.length > 0 && process.argv.includes('--check')) {
  process.stderr.write('src/app/texts/zh-*.json 与英文表不一致，请运行 npm run texts。\n')
  process.exitCode = 1
}
