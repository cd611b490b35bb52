import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_LOCALE, directionOf, type Locale, languages, localeOf, showsEnglish } from './languages.ts'

const codes = Object.keys(languages) as Locale[]

test('lists 55 languages, including those named in the specification', () => {
  assert.equal(codes.length, 55)
  for (const named of ['en-US', 'zh-CN', 'zh-TW', 'de-DE', 'fr-FR', 'ja-JP'])
    assert.ok(Object.hasOwn(languages, named), named)
  assert.equal(new Set(Object.values(languages)).size, codes.length)
  assert.equal(DEFAULT_LOCALE, 'zh-CN')
})

test('every language except Chinese and English shows English texts', () => {
  assert.deepEqual(
    codes.filter((code) => !showsEnglish(code)),
    ['en-GB', 'en-US', 'zh-CN', 'zh-HK', 'zh-TW'],
  )
})

test('only Arabic, Persian, Hebrew and Kurdish are written from right to left', () => {
  assert.deepEqual(
    codes.filter((code) => directionOf(code) === 'rtl'),
    ['ar-EG', 'fa-IR', 'he-IL', 'ku-IQ'],
  )
})

test('a stored language that is no longer listed becomes English; anything else is ignored', () => {
  assert.equal(localeOf('he-IL'), 'he-IL')
  assert.equal(localeOf('kmr-IQ'), 'en-US')
  assert.equal(localeOf('ur-PK'), 'en-US')
  for (const none of [null, undefined, '', 'toString', 'Deutsch', 5]) assert.equal(localeOf(none), undefined)
})
