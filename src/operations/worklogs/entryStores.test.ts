import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorklogLine } from './contract.ts'
import { type Entry, linesOf } from './entry.ts'
import { awaitedIds, awaitedStoresOf, figureSources, storesToKey } from './entryStores.ts'

const line = (storeId: number, rest: Partial<WorklogLine> = {}): WorklogLine => ({
  storeId,
  storeName: `店 ${storeId}`,
  storeReadable: true,
  platform: 'taobao',
  nick: '小雨',
  source: 'empty',
  figureSource: 'file',
  mean7: 208,
  measure: 'unreplied',
  replyRateBp: null,
  targetReplyRateBp: null,
  pending: [],
  other: null,
  consultUsers: null,
  handledUsers: null,
  unreplied: null,
  rate3minBp: null,
  frtSec: null,
  artSec: null,
  satisfied: null,
  evaluated: null,
  ...rest,
})

const LINES = [
  line(1),
  line(1, { nick: '小雨2' }),
  line(2, { platform: 'xiaohongshu', figureSource: 'keyed' }),
  line(3, { source: 'imported', handledUsers: 30 }),
  line(4, { platform: 'douyin' }),
]
const NONE = new Set<number>()
const awaited = (texts: Entry['texts'] = {}, opened: ReadonlySet<number> = NONE) =>
  awaitedIds(linesOf(LINES, texts), opened)

test('a store whose file is expected is one row, whatever its number of nicks', () => {
  assert.deepEqual(awaited(), [1, 4])
  assert.deepEqual(
    awaitedStoresOf(LINES, new Set(awaited())).map(({ storeId, nicks, mean7 }) => [storeId, nicks, mean7]),
    [
      [1, ['小雨', '小雨2'], 208],
      [4, ['小雨'], 208],
    ],
  )
})

test('a store can be keyed all the same, and keeps its cells if they are emptied', () => {
  assert.deepEqual(awaited({}, new Set([4])), [1])
  assert.deepEqual(awaited({ '1 小雨2': { handledUsers: '5' } }), [4])
  assert.deepEqual(awaited({ '1 小雨2': { handledUsers: '' } }), [4])
})

test('only stores without files have to be keyed', () => {
  const toKey = (texts: Entry['texts']) => storesToKey(linesOf(LINES, texts)).map((one) => one.line.storeId)
  assert.deepEqual(toKey({}), [2])
  assert.deepEqual(toKey({ '2 小雨': { handledUsers: '9' } }), [])
})

test('figureSources names the platforms without files, unless files come for another of their stores', () => {
  assert.deepEqual(figureSources(LINES), {
    filled: 1,
    awaited: 2,
    keyed: 1,
    keyedPlatforms: ['xiaohongshu'],
  })
  const mixed = [...LINES, line(5, { figureSource: 'keyed' })]
  assert.deepEqual(figureSources(mixed).keyedPlatforms, [])
})
