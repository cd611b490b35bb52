const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Asia/Shanghai, which has no summer time. */
const TIME_ZONE_MS = 8 * HOUR_MS
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const DAYS_SINCE_MONDAY = 3

/** A length of time of which one backup is kept. */
interface Span {
  /** How many of them have a backup. */
  count: number
  /** Its number if one number counts as an hour; a month has 730.5 of them. */
  hours: number
  /** Which one an instant is in; `at` is in ms since 1970 in Asia/Shanghai. */
  dated: (at: number) => number
}

const monthsOf = (at: number) => {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/**
 * Retention of automatic backups: the newest of each of 24 hours, 7 days, 5 weeks, 13 months and 3 years that have one.
 * They are counted twice: by the dates in the names, with days, months and years of the calendar, and by the running
 * numbers, where one number counts as an hour. A backup is kept if either count keeps it (docs/decisions/088, 132).
 */
const RETENTION: readonly Span[] = [
  { count: 24, hours: 1, dated: (at) => Math.floor(at / HOUR_MS) },
  { count: 7, hours: 24, dated: (at) => Math.floor(at / DAY_MS) },
  { count: 5, hours: 7 * 24, dated: (at) => Math.floor((Math.floor(at / DAY_MS) + DAYS_SINCE_MONDAY) / 7) },
  { count: 13, hours: 730.5, dated: monthsOf },
  { count: 3, hours: 8_766, dated: (at) => Math.floor(monthsOf(at) / 12) },
]

/** `.backup` is encrypted; older versions wrote `.gz`. */
const NAME = /^houtai-(?:(\d{6,12})-)?(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.(?:backup|gz)$/
const UNFINISHED_SUFFIX = '.part'

/** The parts of a backup's name. */
export interface BackupName {
  name: string
  /** Running number; 0 for names without one, from older versions. */
  number: number
  /** When it was made according to the clock of that time, in ms since 1970. */
  at: number
}

/** Parses a file name; null if it is not that of an automatic backup. */
function parseName(name: string): BackupName | null {
  const found = NAME.exec(name)
  if (!found) return null
  const at = Date.parse(`${found[2]}T${found[3]}:${found[4]}:${found[5]}Z`)
  return Number.isNaN(at) ? null : { name, number: Number(found[1] ?? 0), at }
}

/** The automatic backups among the files of a folder, newest first: by number, then by name. */
export function newestFirst(names: readonly string[]): BackupName[] {
  return names
    .map(parseName)
    .filter((file) => file !== null)
    .sort((a, b) => b.number - a.number || (a.name < b.name ? 1 : -1))
}

/** The newest backup by number; null if there is none. */
export function newestBackup(names: readonly string[]): BackupName | null {
  return newestFirst(names)[0] ?? null
}

/** The name of the next backup in a folder with these files: `houtai-000123-2026-05-19T04-00-00Z.backup`. */
export function nextBackupName(names: readonly string[], at: Date): string {
  const number = String((newestBackup(names)?.number ?? 0) + 1).padStart(6, '0')
  return `houtai-${number}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

const BY_NUMBER = ({ number }: BackupName, { hours }: Span) => Math.floor(number / hours)
const BY_DATE = ({ at }: BackupName, { dated }: Span) => dated(at + TIME_ZONE_MS)

/**
 * Returns the files to delete, never files with other names. Both counts begin at the highest number, so a file dated
 * in the future is not the newest and expires like any other.
 */
export function expired(names: readonly string[]): string[] {
  const ours = newestFirst(names)
  const retained = new Set<string>()
  for (const span of RETENTION) {
    for (const spanOf of [BY_NUMBER, BY_DATE]) {
      for (const name of newestOfEachSpan(ours, (file) => spanOf(file, span), span.count)) retained.add(name)
    }
  }
  return [
    ...ours.map(({ name }) => name).filter((name) => !retained.has(name)),
    ...unfinishedFiles(names, ours[0]),
  ]
}

/** Returns the first file of each span, for the first `count` spans. */
function newestOfEachSpan(
  ours: readonly BackupName[],
  spanOf: (file: BackupName) => number,
  count: number,
): string[] {
  const spans = new Map<number, string>()
  for (const file of ours) {
    const span = spanOf(file)
    if (!spans.has(span) && spans.size < count) spans.set(span, file.name)
  }
  return [...spans.values()]
}

/** Returns unfinished files of killed processes. A file that is still being written is at most a few numbers behind. */
function unfinishedFiles(names: readonly string[], newest: BackupName | undefined): string[] {
  return names.filter((name) => {
    const file = name.endsWith(UNFINISHED_SUFFIX) ? parseName(name.slice(0, -UNFINISHED_SUFFIX.length)) : null
    return file !== null && newest !== undefined && file.number <= newest.number - 24
  })
}
