import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import {
  addTexts,
  fill,
  joinWords,
  setLocale,
  t,
  textLocaleOf,
  translate,
  translateParam,
  withoutMarks,
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

test('parameters are filled in; a missing one stays visible', () => {
  assert.equal(fill('第 {n} 行', { n: 3 }), '第 3 行')
  assert.equal(fill('{a}和{b}', { a: 1 }), '1和{b}')
})

test('a word agrees with its number', () => {
  assert.equal(translate('en-US', '{n} 家店铺', { n: 1 }), '1 store')
  assert.equal(translate('en-US', '{n} 家店铺', { n: '12' }), '12 stores')
  assert.equal(translate('en-US', '{n} 家店铺', { n: 0 }), '0 stores')
})

test('a sentence without a translation stays Chinese', () => {
  assert.equal(translate('en-US', '没有这一句{n}', { n: 1 }), '没有这一句1')
})

test('a filled sentence is recognised by its form, and its parameters are translated', () => {
  assert.equal(translate('en-US', '请输入姓名'), 'Please enter Name')
  assert.equal(translate('en-US', '姓名最多 32 个字符'), 'Name can have at most 32 characters')
  assert.equal(translate('en-US', '晨曦和小禾'), '小禾 with 晨曦')
})

test('a parameter that is a text or a list of texts is translated; a name is not', () => {
  assert.equal(translateParam('en-US', '姓名、店铺'), 'Name, Store')
  assert.equal(translateParam('en-US', '晨曦家居'), '晨曦家居')
  addTexts('en-US', { '{store}，{on}': '{store}, {on}' })
  assert.equal(translateParam('en-US', '姓名，晨曦'), '姓名，晨曦', 'the name of a view, with a comma')
  assert.equal(translate('en-US', '姓名，晨曦'), 'Name, 晨曦', 'a sentence that the server has filled')
  assert.equal(translateParam('en-US', 3), 3)
  assert.equal(translateParam('zh-CN', '姓名'), '姓名')
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
