import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { parseFor, SentenceText, SentenceValues } from './sentenceText.ts'
import { addTexts, word } from './text.ts'

addTexts('en-US', { '缺 {n} 天': '{n} days missing', 店铺: 'Store' })

const Response = z.object({ problem: SentenceText.nullable(), values: SentenceValues })
const response = {
  problem: { sentence: '缺 {n} 天', values: { n: 3 } },
  values: { what: word('店铺'), name: '店铺', n: 3 },
}

test('the sentences of a response are texts in the language of the reader', () => {
  assert.deepEqual(
    parseFor('en-US', () => Response.parse(response)),
    { problem: '3 days missing', values: { what: 'Store', name: '店铺', n: 3 } },
  )
  assert.deepEqual(
    parseFor('zh-CN', () => Response.parse(response)),
    { problem: '缺 3 天', values: { what: '店铺', name: '店铺', n: 3 } },
  )
})

test('the language ends with the response, also if it is refused', () => {
  assert.throws(() => parseFor('en-US', () => Response.parse({ ...response, problem: 'a finished text' })))
  assert.equal(Response.parse(response).problem, '缺 3 天')
})
