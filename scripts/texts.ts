import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Converter } from 'opencc-js/cn2t'
import { english } from '../src/app/texts/english.ts'
import { statusSentences } from '../src/kit/statusTexts.ts'

// Converts the simplified texts to traditional ones, with the words and characters of Taiwan and Hong Kong. `npm run
// texts` writes them; with --check it only reports whether they are up to date.
const made = [
  { file: 'zh-TW.json', convert: Converter({ from: 'cn', to: 'twp' }) },
  { file: 'zh-HK.json', convert: Converter({ from: 'cn', to: 'hk' }) },
]

/** The converted texts as JSON, with `{names}` unchanged; omits texts that are identical in both scripts. */
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
