import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { statusSentences } from '#kit/statusTexts.ts'
import { areaOf, readSources } from '#testing/testSources.ts'
import { chineseIn, earlyTranslations } from '#testing/testTexts.ts'
import { english } from './english.ts'

/** What no table needs, and why. */
const EXEMPT: { files: RegExp; only?: RegExp; because: string }[] = [
  { files: /^demo\/(?!accounts\.ts$)/, because: 'the demo’s data; the pages of a demo list its accounts' },
  {
    files:
      /^app\/(commands\/\w+|backupKeys|backups\/(addresses|fetched|targets)|banner|barrier|build|clockWatch|codeSender|database|demoReset|firstAdmin|masterKey|prepare|program|sentences|settings|upgrade)\.ts$|^db\//,
    because: 'told to whoever runs the server, in the terminal; no reader with a language',
  },
  {
    files: /^app\/(docs|docsPage|health)\.ts$|^kit\/openapi\.ts$/,
    because: 'the description of the API, which is Chinese',
  },
  { files: /^app\/server\.ts$|^kit\/ui\/site\.tsx$/, only: /^后台客服科技$/, because: 'the product’s name' },
  { files: /^app\/browser\/languages\.ts$/, because: 'names of languages in their own language' },
  { files: /^app\/upgrades\/promises\.ts$/, because: 'sentences as earlier versions stored them' },
  { files: /^app\/texts\//, because: 'the tables themselves' },
  {
    files: /^app\/manual\/pages\//,
    because: 'the manual, which is Chinese in every language: the drawer says so (docs/decisions/114)',
  },
  { files: /^kit\/sheets\/writeChoices\.ts$/, because: 'the name of a sheet that nobody sees' },
  {
    files: /\/(sheetColumns|openingSheetColumns)\.ts$|^platform\/record-imports\/template\.ts$/,
    because: 'our template, whose headers, words and notes are Chinese in every language: they are read',
  },
  {
    files: /^clients\/stores\/terms\/tierText\.ts$/,
    because: 'the cell of tiers in that template, which is written and read in this form only',
  },
  {
    files: /^platform\/record-imports\/(cells|rules)\.ts$/,
    only: /^(清空|填写说明)$/,
    because: 'a word and a sheet of that template',
  },
  {
    files: /^operations\/imports\/past\/(columns|template)\.ts$/,
    because: 'our template of past figures, which is Chinese in every language: its headers are read',
  },
  {
    files: /^operations\/imports\/past\/(reading|faultSheet)\.ts$/,
    only: /^(日期|平台|店铺名称|店铺编号|历史日数据)$/,
    because: 'headers and the sheet of that template',
  },
  { files: /^operations\/imports\/reader\/columns\.ts$/, because: 'headers of the platforms’ files' },
  {
    files: /^operations\/clock-records\/headers\.ts$/,
    because: 'headers and words of the sheets of 企业微信 and 钉钉, which are read',
  },
  {
    files: /^operations\/imports\/setup\/names\.ts$/,
    because: 'words of file names, store names and nicks, which are read',
  },
  {
    files: /^operations\/imports\/reader\/rows\.ts$/,
    only: /^[^这大太：]{2,6}$/,
    because: 'names of the summary rows in the platforms’ files',
  },
  {
    files: /^operations\/imports\/reader\/cells\.ts$/,
    only: /^延迟统计$/,
    because: 'a cell of the platforms’ files',
  },
  {
    files: /^finance\/reimbursement-bills\/(bankFile|payout)\.ts$/,
    only: /^(序号|收款人|收款账号|开户行|金额|用途|报销 .*|报销打款_.*)$/,
    because: 'the file for the bank, whose headers a Chinese bank reads',
  },
  {
    files: /^billing\/bank-receipts\/statementHeaders\.ts$/,
    because: 'headers and signs of the banks’ files',
  },
  {
    files:
      /^billing\/bill-statements\/(page|pageDays|pageFrame|pageLines|visit)\.ts$|^app\/statementPages\.ts$/,
    because: 'the merchant’s page, which is Chinese as the bill is',
  },
  { files: /^kit\/capitals\.ts$/, because: 'amounts in words, as documents have them in every language' },
  { files: /^kit\/pinyin\.ts$/, because: 'characters of names, and how they are read' },
  { files: /^kit\/sheets\/writeCells\.ts$/, because: 'signs that begin a formula' },
  {
    files: /^kit\/ui\/form\/FieldControl\.tsx$/,
    only: /^\p{P}$/u,
    because: 'signs that part what was typed',
  },
  {
    files: /^people\/sign-in\/second-factor\/server\.ts$/,
    only: /^(您|此人)$/,
    because: 'tells two sentences apart, is never shown',
  },
  { files: /^people\/sessions\/(commonPasswords|rules)\.ts$/, only: /^后台$/, because: 'a password' },
]

const program = readSources().filter(({ isTest }) => !isTest)
const chinese = program
  .flatMap(chineseIn)
  .filter(
    ({ sentence, place }) =>
      !EXEMPT.some(
        ({ files, only }) => files.test(place.replace(/:\d+$/, '')) && (!only || only.test(sentence)),
      ),
  )

const statuses = new Set(statusSentences)

/** The names of the parameters that a sentence says, whatever their order: `{n:day|days}` says a word, not the number. */
function places(sentence: string): string[] {
  return [...new Set(Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, name = '']) => name))].sort()
}

/** The names of the parameters that choose between two words. */
const choosers = (sentence: string) => Array.from(sentence.matchAll(/\{(\w+):/g), ([, name = '']) => name)

test('every Chinese text that can reach a person has its English', () => {
  const missing = chinese.filter(({ sentence }) => !(sentence in english) && !statuses.has(sentence))
  assert.deepEqual(
    missing.map(({ sentence, place }) => `${place} ${sentence}`),
    [],
  )
})

test('a sentence with values is a key and its values, not a template that is filled where it is written', () => {
  const filled = chinese.filter(({ sentence }) => /\{\d+\}/.test(sentence))
  assert.deepEqual(
    filled.map(({ sentence, place }) => `${place} ${sentence}`),
    [],
  )
})

test('no table has a text that the program does not say', () => {
  const said = new Set(chinese.map(({ sentence }) => sentence))
  const punctuation = /^[\p{P}\s]+$/u
  assert.deepEqual(
    Object.keys(english).filter((sentence) => !said.has(sentence) && !punctuation.test(sentence)),
    [],
  )
})

/** The table of a text: that of the only feature that uses it, else `shared`. */
function tableOf(places: readonly string[]): string {
  const owners = new Set(places.map((place) => areaOf(place.replace(/:\d+$/, ''))))
  const [only] = owners
  return owners.size === 1 && only ? only : 'shared'
}

test('a text is in the table of its feature, or in `shared` if several use it', async () => {
  // The manual quotes the words of every screen, and needs no English.
  const inProgram = program.filter(({ path }) => !/^(demo|app\/(texts|manual\/pages))\//.test(path))
  const places = Map.groupBy(inProgram.flatMap(chineseIn), ({ sentence }) => sentence)
  const folder = new URL('./en/', import.meta.url)
  const wrong: string[] = []
  for (const file of globSync('**/*.ts', { cwd: folder })) {
    const [table] = Object.values((await import(new URL(file, folder).href)) as Record<string, object>)
    for (const sentence of Object.keys(table ?? {})) {
      const expected = tableOf((places.get(sentence) ?? []).map(({ place }) => place))
      if (expected !== file.slice(0, -3)) wrong.push(`${file}: ${sentence} belongs in ${expected}.ts`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('a translation has the same parameters, and no Chinese but an example from a platform’s file', () => {
  const wrong = Object.entries(english).filter(
    ([sentence, translation]) =>
      places(sentence).join() !== places(translation).join() ||
      choosers(translation).some((name) => !places(sentence).includes(name)),
  )
  assert.deepEqual(wrong, [])
  const chineseLeft = Object.values(english).filter((translation) =>
    /[\p{Script=Han}\u3001-\u303f\uff01-\uff5e‘’“”]/u.test(translation),
  )
  assert.deepEqual(
    chineseLeft.filter((translation) => !/晨曦家居旗舰店|2分30秒|日报|考勤统计|次日 02:10/.test(translation)),
    [],
  )
})

test('what is not found is one thing in English, as its sentence says “does”', () => {
  const named = program.flatMap(({ text }) =>
    Array.from(text.matchAll(/\bnotFound\('([^']+)'\)/g), ([, what = '']) => what),
  )
  assert.ok(named.length > 60, `${named.length} found`)
  const several = named.filter((what) => /^(?!This |The ).*s$|^Correct$/.test(english[what] ?? 's'))
  assert.deepEqual(several, [])
})

test('nothing is translated before the language is known', () => {
  assert.deepEqual(program.flatMap(earlyTranslations), [])
})
