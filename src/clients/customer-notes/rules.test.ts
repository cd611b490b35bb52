import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mentionedIn, splitMentions } from './rules.ts'

test('mentionedIn returns each person with an @ in the text once', () => {
  const people = [
    { id: 1, name: '何立' },
    { id: 2, name: '沈佳' },
  ]
  assert.deepEqual(mentionedIn('@何立 请看，@何立 再看；沈佳不用', people), [1])
  assert.deepEqual(mentionedIn('没有提到谁', people), [])
})

test('partsOf prefers the longer name, and its parts join to the original text', () => {
  const parts = splitMentions('找@何立新 和@何立。', ['何立', '何立新'])
  assert.deepEqual(
    parts.filter(({ isName }) => isName).map(({ text }) => text),
    ['@何立新', '@何立'],
  )
  const letters = fc.array(fc.constantFrom('@', '何', '立', ' ', '好'), { maxLength: 30 })
  fc.assert(
    fc.property(letters, (all) => {
      const text = all.join('')
      assert.equal(
        splitMentions(text, ['何立'])
          .map((part) => part.text)
          .join(''),
        text,
      )
    }),
  )
})
