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

/** Returns what remains of hourly backups over this many days if files are deleted only at the end, which is faster. */
function thinnedOnce(days: number): string[] {
  const names = hourly(days * 24).map((at, index) => numberedName(index + 1, at))
  const gone = new Set(expired(names))
  return names.filter((name) => !gone.has(name))
}

/** The last hour of each span before `END`, which is Tuesday 2026-05-19 12:00 in Shanghai; names of 11:00 are an hour old. */
const lastHours = (ends: readonly string[]) =>
  ends.map((end) => (END - Date.parse(`${end}T23:00:00+08:00`)) / HOUR)

const DAYS = ['2026-05-18', '2026-05-17', '2026-05-16', '2026-05-15', '2026-05-14', '2026-05-13']
const SUNDAYS = ['2026-05-17', '2026-05-10', '2026-05-03', '2026-04-26']
const MONTHS = ['04-30', '03-31', '02-28', '01-31']
  .map((end) => `2026-${end}`)
  .concat(
    ['12-31', '11-30', '10-31', '09-30', '08-31', '07-31', '06-30', '05-31'].map((end) => `2025-${end}`),
  )
const YEARS = ['2025-12-31', '2024-12-31']

test('after four years of hourly backups, the last of 24 hours, 7 days, 5 weeks, 13 months and 3 years remain', () => {
  const remaining = new Set(thinnedOnce(4 * 365).map(hoursAgo))
  const byDate = [...Array(24).keys(), ...lastHours([...DAYS, ...SUNDAYS, ...MONTHS, ...YEARS])]
  assert.deepEqual(
    byDate.filter((age) => !remaining.has(age)),
    [],
  )
  assert.ok(remaining.size <= 24 + 2 * (6 + 4 + 12 + 2), `${remaining.size} files`)
})

test('deleting after each backup keeps what deleting at the end keeps', () => {
  const last = (names: string[]) => names.map(hoursAgo).sort((a, b) => a - b)
  const kept = last(remainingFiles(hourly(90 * 24)))
  assert.deepEqual(
    last(thinnedOnce(90)).filter((age) => !kept.includes(age)),
    [],
  )
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
  assert.equal(left.filter((name) => numberOf(name) === 0).length, 21 + 5 + 3 + 1)
})

test('a file dated in the future is not the newest, displaces others only briefly and is deleted in the end', () => {
  const future = oldName(Date.parse('2028-01-01T00:00:00Z'))
  const soon = remainingFiles(hourly(30), [future])
  assert.deepEqual(
    [...Array(24).keys()].filter((age) => !soon.map(hoursAgo).includes(age)),
    [],
  )
  const names = [future, ...hourly(24 * 365 * 3).map((at, index) => numberedName(index + 1, at))]
  assert.ok(expired(names).includes(future))
})

test('for any clock readings, the newest 24 backups and one of each of 7 × 24 and 5 × 168 remain', () => {
  const anyDate = fc.integer({ min: 0, max: Date.parse('2090-01-01T00:00:00Z') })
  fc.assert(
    fc.property(fc.array(anyDate, { minLength: 1, maxLength: 900 }), (instants) => {
      const numbers = new Set(remainingFiles(instants).map(numberOf))
      const last = instants.length
      for (let number = last; number > 0 && number > last - 24; number -= 1) assert.ok(numbers.has(number))
      for (const [count, hours] of [
        [7, 24],
        [5, 168],
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
