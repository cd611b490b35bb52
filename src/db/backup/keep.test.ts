import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backupName, madeAt, outlived } from './keep.ts'

const HOUR = 60 * 60_000
const END = Date.parse('2026-05-19T04:00:00Z')

test('a name says when it was made', () => {
  const name = backupName(new Date(END))
  assert.equal(name, 'houtai-2026-05-19T04-00-00Z.gz')
  assert.equal(madeAt(name), END)
  assert.equal(madeAt('before-the-move.gz'), null)
})

test('of a year of hourly backups 24 hours, 7 days and 4 weeks keep their last', () => {
  const names = Array.from({ length: 365 * 24 }, (_, hours) => backupName(new Date(END - hours * HOUR)))
  const gone = new Set(outlived(names))
  const kept = names.filter((name) => !gone.has(name)).map((name) => (END - (madeAt(name) ?? 0)) / HOUR)
  assert.deepEqual(kept.slice(0, 24), [...Array(24).keys()])
  // Five more days end at midnight in UTC, beside today and yesterday; two more weeks end on a Wednesday.
  assert.deepEqual(kept.slice(24), [29, 53, 77, 101, 125, 293, 461])
})

test('few are all kept, and what has another name is never ours to delete', () => {
  assert.deepEqual(outlived([backupName(new Date(END)), 'mine.gz', 'houtai-x.gz']), [])
})
