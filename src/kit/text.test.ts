import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import {
  addTexts,
  fromStored,
  inChinese,
  joinWords,
  lines,
  setLocale,
  t,
  textLocaleOf,
  toStored,
  translate,
  withoutMarks,
  word,
} from './text.ts'

addTexts('en-US', {
  '、': ', ',
  姓名: 'Name',
  店铺: 'Store',
  '请输入{label}': 'Please enter {label}',
  '{label}最多 {n} 个字符': '{label} can have at most {n} characters',
  '{n} 家店铺': '{n} {n:store|stores}',
  '{name}和{other}': '{other} with {name}',
})

afterEach(() => setLocale('zh-CN'))

test('values are filled in; a missing one stays visible, and a value is not filled again', () => {
  assert.equal(inChinese('第 {n} 行', { n: 3 }), '第 3 行')
  assert.equal(inChinese('{a}和{b}', { a: 1 }), '1和{b}')
  assert.equal(inChinese('{a}和{b}', { a: '{b}', b: 2 }), '{b}和2')
})

test('a word agrees with its number', () => {
  assert.equal(translate('en-US', '{n} 家店铺', { n: 1 }), '1 store')
  assert.equal(translate('en-US', '{n} 家店铺', { n: '12' }), '12 stores')
  assert.equal(translate('en-US', '{n} 家店铺', { n: 0 }), '0 stores')
})

test('a sentence without a translation stays Chinese', () => {
  assert.equal(translate('en-US', '没有这一句{n}', { n: 1 }), '没有这一句1')
})

test('a text of the program among the values is translated, also in a list and within another sentence', () => {
  const required = { sentence: '请输入{label}', values: { label: word('姓名') } }
  assert.equal(translate('en-US', required), 'Please enter Name')
  assert.equal(inChinese(required), '请输入姓名')
  const both = {
    sentence: '{name}和{other}',
    values: { name: [word('姓名'), word('店铺')], other: required },
  }
  assert.equal(translate('en-US', both), 'Please enter Name with Name, Store')
})

test('text that a user wrote stays as it is, even if it equals a text of the program', () => {
  const values = { name: '姓名', other: ['店铺', '晨曦家居'] }
  assert.equal(translate('en-US', '{name}和{other}', values), '店铺, 晨曦家居 with 姓名')
  assert.equal(translate('en-US', '请输入姓名'), '请输入姓名', 'a finished sentence is not recognised')
})

test('a text or a placeholder that is named like a property of every object is an ordinary text', () => {
  assert.equal(
    translate('en-US', { sentence: '请输入{label}', values: { label: word('constructor') } }),
    'Please enter constructor',
  )
  assert.equal(translate('en-US', '备注 {constructor}'), '备注 {constructor}')
})

test('sentences are written one per line', () => {
  const first = { sentence: '请输入{label}', values: { label: word('姓名') } }
  assert.equal(inChinese(lines([first])), '请输入姓名')
  assert.equal(
    translate('en-US', lines([first, word('店铺'), word('姓名')])),
    'Please enter Name\nStore\nName',
  )
})

test('a stored sentence is read back; the Chinese text of an older row stays as it is', () => {
  const sentence = { sentence: '{label}最多 {n} 个字符', values: { label: word('姓名'), n: 32 } }
  assert.deepEqual(fromStored(toStored(sentence)), sentence)
  const asJsonb = '{"values": {"n": 32, "label": {"sentence": "姓名"}}, "sentence": "{label}最多 {n} 个字符"}'
  assert.deepEqual(fromStored(asJsonb), sentence, 'jsonb orders keys by length')
  assert.equal(translate('en-US', fromStored('姓名最多 32 个字符')), '姓名最多 32 个字符')
  assert.equal(translate('en-US', fromStored('姓名')), 'Name')
})

test('Chinese locales have their own tables, every other language the English one', () => {
  const tables = {
    '': 'zh-CN',
    '*': 'zh-CN',
    'zh-CN': 'zh-CN',
    zh: 'zh-CN',
    'zh-CN,zh;q=0.9,en;q=0.8': 'zh-CN',
    'zh-TW': 'zh-TW',
    'zh-Hant': 'zh-TW',
    'zh-HK': 'zh-HK',
    'zh-Hant-HK': 'zh-HK',
    'en-US,en;q=0.9': 'en-US',
    'de-DE': 'en-US',
  }
  for (const [locale, table] of Object.entries(tables)) assert.equal(textLocaleOf(locale), table, locale)
})

test('on a mirrored page a text has direction marks, in a file it does not', () => {
  setLocale('en-US', true)
  assert.equal(t('姓名'), '\u2066Name\u2069')
  assert.equal(withoutMarks(t('姓名')), 'Name')
  assert.equal(t(''), '')
})

test('words are joined without a space in Chinese only', () => {
  assert.equal(joinWords('昨日', '咨询量'), '昨日咨询量')
  assert.equal(joinWords('11-20', '咨询量'), '11-20 咨询量')
  assert.equal(joinWords('Yesterday', 'volume'), 'Yesterday volume')
  assert.equal(joinWords('Contract', 'Ends within 7 days'), 'Contract ends within 7 days')
  assert.equal(joinWords('Edit', 'WeChat'), 'Edit WeChat')
})
