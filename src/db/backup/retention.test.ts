import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expired, newestBackup, nextBackupName } from './retention.ts'

const HOUR = 60 * 60_000
const END = Date.parse('2026-05-19T04:00:00Z')

const oldName = (at: number) => `houtai-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.gz`
const numberedName = (number: number, at: number) =>
  oldName(at).replace('houtai-', `houtai-${String(number).padStart(6, '0')}-`)
const numberOf = (name: string) => newestBackup([name])?.number ?? 0
const hoursAgo = (name: string) => (END - (newestBackup([name])?.at ?? 0)) / HOUR

/** Returns the files that remain if a backup is made at each instant and expired files are deleted after each one. */
function remainingFiles(instants: Iterable<number>, before: string[] = []): string[] {
  let files = before
  for (const at of instants) {
    files = [...files, nextBackupName(files, new Date(at))]
    const gone = new Set(expired(files))
    files = files.filter((name) => !gone.has(name))
  }
  return files
}

const hourly = (count: number) => Array.from({ length: count }, (_, n) => END - (count - 1 - n) * HOUR)

test('a backup name contains the next number and the date', () => {
  assert.equal(nextBackupName([], new Date(END)), 'houtai-000001-2026-05-19T04-00-00Z.backup')
  const files = ['houtai-000122-2026-05-19T03-00-00Z.gz', 'houtai-000009-2028-01-01T00-00-00Z.gz', 'mine.gz']
  assert.equal(nextBackupName(files, new Date(END)), 'houtai-000123-2026-05-19T04-00-00Z.backup')
  assert.deepEqual(newestBackup([nextBackupName(files, new Date(END))])?.at, END)
})

test('the newest backup has the highest number; names without a number are older', () => {
  const files = [
    oldName(END + 9_000 * HOUR),
    numberedName(2, END - HOUR),
    numberedName(10, END - 2 * HOUR),
    oldName(END),
  ]
  assert.equal(newestBackup(files)?.name, numberedName(10, END - 2 * HOUR))
  assert.equal(newestBackup([oldName(END), oldName(END - HOUR)])?.name, oldName(END))
  assert.equal(newestBackup(['before-the-move.gz', 'houtai-2026-99-99T00-00-00Z.gz']), null)
})

test('after a year of hourly backups, the last of each of 24 hours, 7 days and 4 weeks remain', () => {
  const remaining = remainingFiles(hourly(365 * 24)).map(hoursAgo)
  // Five more days end at midnight in UTC, in addition to today and yesterday; two more weeks end on a Wednesday.
  const byDate = [...Array(24).keys(), 29, 53, 77, 101, 125, 293, 461]
  assert.deepEqual(
    byDate.filter((age) => !remaining.includes(age)),
    [],
  )
  assert.ok(remaining.length <= 24 + 2 * (5 + 2), `${remaining.length} files`)
})

test('a few backups are all kept, and a file with another name is never deleted', () => {
  assert.deepEqual(expired([nextBackupName([], new Date(END)), 'mine.gz', 'houtai-x.gz', 'mine.gz.part']), [])
})

test('backups without a number are thinned by date and rank behind the numbered ones', () => {
  const old = hourly(24 * 40).map(oldName)
  const left = remainingFiles(
    hourly(3).map((at) => at + 3 * HOUR),
    old,
  )
  assert.equal(left.filter((name) => numberOf(name) > 0).length, 3)
  assert.equal(left.filter((name) => numberOf(name) === 0).length, 21 + 5 + 2)
})

test('a file dated in the future is not the newest, displaces others only briefly and is deleted in the end', () => {
  const future = oldName(Date.parse('2028-01-01T00:00:00Z'))
  const soon = remainingFiles(hourly(30), [future])
  assert.deepEqual(
    [...Array(24).keys()].filter((age) => !soon.map(hoursAgo).includes(age)),
    [],
  )
  assert.ok(!remainingFiles(hourly(24 * 40), [future]).includes(future))
})

test('for any clock readings, the newest 24 backups and one of each of 7 × 24 and 4 × 168 remain', () => {
  const anyDate = fc.integer({ min: 0, max: Date.parse('2090-01-01T00:00:00Z') })
  fc.assert(
    fc.property(fc.array(anyDate, { minLength: 1, maxLength: 900 }), (instants) => {
      const numbers = new Set(remainingFiles(instants).map(numberOf))
      const last = instants.length
      for (let number = last; number > 0 && number > last - 24; number -= 1) assert.ok(numbers.has(number))
      for (const [count, hours] of [
        [7, 24],
        [4, 168],
      ] as const) {
        for (
          let span = Math.floor(last / hours);
          span > Math.floor(last / hours) - count && span >= 0;
          span -= 1
        ) {
          const has = [...numbers].some((number) => Math.floor(number / hours) === span)
          assert.ok(has || span === 0, `none of ${hours} from ${span * hours}`)
        }
      }
    }),
    { numRuns: 20 },
  )
})

test('many manual backups within an hour do not displace those of earlier days', () => {
  const files = remainingFiles([
    ...hourly(24 * 40),
    ...Array.from({ length: 500 }, (_, n) => END + n * 1_000),
  ])
  const days = new Set(files.map((name) => Math.floor(hoursAgo(name) / 24)))
  for (const day of [1, 2, 3, 4, 5]) assert.ok(days.has(day), `day ${day}`)
  assert.ok(days.size >= 7)
})

test('an unfinished file is deleted once 24 later backups exist', () => {
  const part = `${numberedName(5, END)}.part`
  assert.deepEqual(expired([part, numberedName(28, END)]), [])
  assert.deepEqual(expired([part, numberedName(29, END)]), [part])
  assert.deepEqual(expired([part]), [])
})
