import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorklogLine } from './contract.ts'
import type { WorklogDay } from './contractDay.ts'
import {
  contentOf,
  copyPrevious,
  type Entry,
  entryOf,
  linesOf,
  problemsOf,
  replyRateOf,
  sameEntry,
  totalOf,
  withEdits,
} from './entry.ts'
import { keyedReplyRate } from './lines.ts'

const nothing = {
  consultUsers: null,
  handledUsers: null,
  unreplied: null,
  rate3minBp: null,
  frtSec: null,
  artSec: null,
  satisfied: null,
  evaluated: null,
}

const line = (storeId: number, rest: Partial<WorklogLine> = {}): WorklogLine => ({
  storeId,
  storeName: `店 ${storeId}`,
  storeReadable: true,
  platform: 'taobao',
  nick: '小雨',
  source: 'empty',
  figureSource: 'keyed',
  mean7: null,
  measure: 'unreplied',
  replyRateBp: null,
  targetReplyRateBp: null,
  pending: [],
  other: null,
  ...nothing,
  ...rest,
})

const imported = line(1, {
  source: 'imported',
  consultUsers: 214,
  handledUsers: 212,
  unreplied: 2,
  replyRateBp: 9907,
})
const open = line(2)
const douyin = line(3, { platform: 'douyin', measure: 'within3min' })

const day = (rest: Partial<WorklogDay> = {}): WorklogDay => ({
  on: '2026-05-19',
  today: '2026-05-19',
  earliest: '2026-05-12',
  shift: 'morning',
  shifts: [],
  off: null,
  times: { from: '08:00', to: '16:00', hours: 8 },
  writes: true,
  mayEdit: true,
  worklog: null,
  previous: null,
  days: [],
  returned: [],
  handovers: [],
  reviewerName: '陈思雨',
  next: null,
  lines: [imported, open, douyin],
  ...rest,
})

const key = '2 小雨'
const keyed = (texts: Record<string, string>, entry: Entry = entryOf(day())) =>
  withEdits(
    entry,
    Object.entries(texts).map(([column, text]) => ({ row: key, column, text })),
  )
const linesWith = (entry: Entry) => linesOf(day().lines, entry.texts)

test('an empty day starts with the imported figures, and nothing keyed', () => {
  const entry = entryOf(day())
  assert.deepEqual(entry.texts, {})
  assert.equal(totalOf(linesWith(entry), 'handledUsers'), 212)
  assert.deepEqual(contentOf(entry, linesWith(entry)).lines, [])
})

test('keyed figures are counted and sent; imported figures are not sent', () => {
  const entry = keyed({ consultUsers: '40', handledUsers: '38', unreplied: '2' })
  const lines = linesWith(entry)
  assert.equal(totalOf(lines, 'handledUsers'), 250)
  const sent = contentOf(entry, lines).lines
  assert.deepEqual(sent, [
    { storeId: 2, nick: '小雨', ...nothing, consultUsers: 40, handledUsers: 38, unreplied: 2 },
  ])
})

test('linesOf returns the same object for an unchanged line', () => {
  const before = linesWith(entryOf(day()))
  const source = day().lines
  const first = linesOf(source, {})
  const after = linesOf(source, { [key]: { handledUsers: '1' } }, new Map(first.map((one) => [one.key, one])))
  assert.deepEqual(
    after.map((one, at) => one === first[at]),
    [true, false, true],
  )
  assert.equal(before.length, 3)
})

test('the reply rate follows the platform’s own measure', () => {
  const entry = withEdits(keyed({ consultUsers: '40', unreplied: '2' }), [
    { row: '3 小雨', column: 'rate3minBp', text: '94.3' },
  ])
  assert.deepEqual(linesWith(entry).map(replyRateOf), [9907, 9500, 9430])
  assert.equal(replyRateOf(linesWith(keyed({ consultUsers: '0', unreplied: '0' }))[1] ?? assert.fail()), null)
})

test('on a platform without a measure of its own the screen shows the rate that will be saved', () => {
  const [line] = linesWith(keyed({ consultUsers: '100', unreplied: '10', rate3minBp: '95' })).slice(1)
  assert.ok(line)
  const either = { ...line, line: { ...line.line, measure: 'either' as const } }
  assert.equal(replyRateOf(either), 9_000)
  assert.equal(replyRateOf(either), keyedReplyRate(either.figures, 'either'))
})

test('problemsOf reports invalid cells and ignores those that are not editable', () => {
  const entry = withEdits(keyed({ consultUsers: '10', unreplied: '11' }), [
    { row: '1 小雨', column: 'handledUsers', text: '很多' },
    { row: '3 小雨', column: 'unreplied', text: '很多' },
  ])
  const found = problemsOf(linesWith(entry)).map(({ line: { key: at }, key: figure }) => `${at} ${figure}`)
  assert.deepEqual(found, [`${key} unreplied`])
})

test('sameEntry: a cleared cell equals one that was never keyed', () => {
  const entry = entryOf(day())
  assert.equal(sameEntry(entry, keyed({ handledUsers: '' })), true)
  assert.equal(sameEntry(entry, keyed({ handledUsers: '0' })), false)
  assert.equal(sameEntry(entry, { ...entry, words: { ...entry.words, summary: '忙' } }), false)
})

test('copied: fills empty fields from the previous log and keeps what is written', () => {
  const previous = {
    id: 9,
    on: '2026-05-18',
    shift: 'morning' as const,
    hours: 8,
    summary: '昨天的小结',
    problems: null,
    suggestions: null,
    handover: '2 单待仓库',
    lines: [{ storeId: 2, nick: '小雨', ...nothing, handledUsers: 30 }],
  }
  const entry = { ...entryOf(day()), words: { ...entryOf(day()).words, summary: '今天的' } }
  const words = copyPrevious(entry, previous, 'words', day().lines)
  assert.deepEqual([words.words.summary, words.words.handover, words.hours], ['今天的', '2 单待仓库', 8])
  assert.equal(copyPrevious(entry, previous, 'figures', day().lines).texts[key]?.handledUsers, '30')
  const typed = keyed({ handledUsers: '5' })
  assert.equal(copyPrevious(typed, previous, 'figures', day().lines).texts[key]?.handledUsers, '5')
})
