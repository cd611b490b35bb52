import { type Alias, builtInAliases, commonHeaders, normaliseHeader, withoutUnit } from './columns.ts'
import {
  type Field,
  type FilePlatform,
  identityFields,
  type Metric,
  rateFields,
  secondsFields,
} from './fields.ts'

/** Maps the columns of a header row to fields, if it is read as one platform's. */
export interface Layout {
  platform: FilePlatform
  columns: { field: Field; at: number; header: string }[]
  /** Fields whose header contains 会话: their rates and averages are weighted by sessions, not by people. */
  sessionFields: Metric[]
  unknownHeaders: string[]
  /** How well the row fits the platform; 0 if it cannot be its header. */
  score: number
}

/** What supplements the built-in table: the company's aliases, and the user's header → field mapping for this file. */
export interface Naming {
  aliases?: readonly Alias[]
  mapping?: Readonly<Record<string, Field>>
}

/** Reads a row as the header of a platform. */
export function layoutOf(row: readonly string[], platform: FilePlatform, naming: Naming): Layout {
  const ranks = rankHeaders(platform, naming)
  const best = new Map<Field, { field: Field; at: number; header: string; rank: number }>()
  const unknownHeaders: string[] = []
  for (const [at, cell] of row.entries()) {
    const header = tidyHeader(cell)
    if (header === '') continue
    const match = ranks.get(normaliseHeader(header)) ?? ranks.get(withoutUnit(header))
    if (!match) unknownHeaders.push(header)
    else if (match.rank < (best.get(match.field)?.rank ?? Infinity))
      best.set(match.field, { ...match, at, header })
  }
  const columns = [...best.values()].map(({ field, at, header }) => ({ field, at, header }))
  const score = scoreOf(columns, platform)
  const sessionFields = [...rateFields, ...secondsFields].filter((field) =>
    best.get(field)?.header.includes('会话'),
  )
  return { platform, columns, sessionFields, unknownHeaders, score }
}

/** Formats a header for a message: on one line, with limited length. */
export function tidyHeader(cell: string): string {
  return cell.replace(/\s+/g, ' ').trim().slice(0, 100)
}

function isMetric(field: Field): field is Metric {
  return !(identityFields as readonly Field[]).includes(field)
}

/** Maps each known header to its field; of two columns for a field, the one with the lower rank is used. */
function rankHeaders(platform: FilePlatform, { aliases = [], mapping = {} }: Naming) {
  const ranked = new Map<string, { field: Field; rank: number }>()
  const add = (header: string, field: Field) => {
    const rank = ranked.size
    for (const key of [normaliseHeader(header), withoutUnit(header)]) {
      if (!ranked.has(key)) ranked.set(key, { field, rank })
    }
  }
  for (const [header, field] of Object.entries(mapping)) add(header, field)
  for (const alias of [...builtInAliases, ...aliases])
    if (alias.platform === platform) add(alias.header, alias.field)
  for (const [field, headers] of Object.entries(commonHeaders))
    for (const header of headers) add(header, field as Field)
  return ranked
}

/** Headers that only one platform uses. */
const distinctiveHeaders = new Set(
  [...Map.groupBy(builtInAliases, (alias) => normaliseHeader(alias.header))]
    .filter(([, aliases]) => aliases.length === 1)
    .map(([header]) => header),
)

/** One point per measure or nick, two more if only this platform uses the header; 快手 needs such a header. */
function scoreOf(columns: Layout['columns'], platform: FilePlatform): number {
  const identifying = columns.filter(({ field }) => isMetric(field) || field === 'nick')
  const metricCount = identifying.filter(({ field }) => isMetric(field)).length
  const distinctiveColumns = identifying.filter(
    ({ header }) => distinctiveHeaders.has(normaliseHeader(header)) && isBuiltInHeader(header, platform),
  )
  if (metricCount === 0 || (platform === 'kuaishou' && distinctiveColumns.length === 0)) return 0
  return identifying.length + 2 * distinctiveColumns.length
}

function isBuiltInHeader(header: string, platform: FilePlatform): boolean {
  const key = normaliseHeader(header)
  return builtInAliases.some((alias) => alias.platform === platform && normaliseHeader(alias.header) === key)
}
