import type { WorklogLine } from './contract.ts'
import { type EntryLine, hasFigures } from './entry.ts'

/** A store whose figures a file will bring: one row of the log, whatever its number of nicks. */
export interface AwaitedStore {
  storeId: number
  storeName: string
  storeReadable: boolean
  platform: WorklogLine['platform']
  nicks: string[]
  mean7: number | null
}

/**
 * Returns the ids of the stores that the agent need not fill in: a file is expected and has not come, the agent has
 * typed nothing, and has not asked to key the figures (`opened`). Emptied cells keep their store in the grid.
 */
export function awaitedIds(lines: readonly EntryLine[], opened: ReadonlySet<number>): number[] {
  const awaited = new Set<number>()
  const others = new Set(opened)
  for (const { line, texts } of lines) {
    const isAwaited =
      line.figureSource === 'file' && line.source === 'empty' && Object.keys(texts).length === 0
    ;(isAwaited ? awaited : others).add(line.storeId)
  }
  return [...awaited].filter((id) => !others.has(id))
}

/** Returns the stores with these ids, in the order of the log. */
export function awaitedStoresOf(lines: readonly WorklogLine[], ids: ReadonlySet<number>): AwaitedStore[] {
  const byStore = Map.groupBy(
    lines.filter(({ storeId }) => ids.has(storeId)),
    ({ storeId }) => storeId,
  )
  return [...byStore.values()].flatMap((ofStore) => {
    const [first] = ofStore
    if (!first) return []
    const { storeId, storeName, storeReadable, platform, mean7 } = first
    const nicks = ofStore.flatMap(({ nick }) => nick ?? [])
    return [{ storeId, storeName, storeReadable, platform, mean7, nicks }]
  })
}

/** Returns the first line of each store that the agent should key and that has no figures at all. */
export function storesToKey(lines: readonly EntryLine[]): EntryLine[] {
  const byStore = Map.groupBy(lines, ({ line }) => line.storeId)
  return [...byStore.values()].flatMap((ofStore) => {
    const [first] = ofStore
    const isKeyed = ofStore.every(({ line }) => line.figureSource === 'keyed')
    return first && isKeyed && !ofStore.some(hasFigures) ? [first] : []
  })
}

/** How the stores of a log get their figures. */
export interface FigureSources {
  /** Stores whose file has come, and stores whose file is expected. */
  filled: number
  awaited: number
  /** Stores without files, and their platforms if files come for no store of these platforms. */
  keyed: number
  keyedPlatforms: WorklogLine['platform'][]
}

const MAX_PLATFORMS = 2

/** Counts the stores of a log by the source of their figures. */
export function figureSources(lines: readonly WorklogLine[]): FigureSources {
  const stores = [...Map.groupBy(lines, ({ storeId }) => storeId).values()].flatMap((ofStore) => {
    const [first] = ofStore
    if (!first) return []
    const isFilled = ofStore.some(({ source }) => source === 'imported')
    const isExpected = ofStore.some(({ figureSource }) => figureSource === 'file')
    const kind = isFilled ? ('filled' as const) : isExpected ? ('awaited' as const) : ('keyed' as const)
    return [{ platform: first.platform, kind }]
  })
  const count = (kind: 'filled' | 'awaited' | 'keyed') => stores.filter((one) => one.kind === kind).length
  const withFiles = new Set(stores.filter(({ kind }) => kind !== 'keyed').map(({ platform }) => platform))
  const keyed = stores.filter(({ kind }) => kind === 'keyed').map(({ platform }) => platform)
  const platforms = [...new Set(keyed)]
  const isNamed = platforms.length <= MAX_PLATFORMS && !platforms.some((one) => withFiles.has(one))
  return {
    filled: count('filled'),
    awaited: count('awaited'),
    keyed: keyed.length,
    keyedPlatforms: isNamed ? platforms : [],
  }
}
