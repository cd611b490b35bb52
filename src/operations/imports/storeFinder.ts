import type { Platform } from '#clients/stores/contract.ts'
import type { Day } from '#kit/calendar.ts'
import { chunksOf } from '#kit/chunks.ts'
import { nameKey } from '#kit/fields.ts'
import type { FilePlatform } from './reader/fields.ts'
import type { StoreRow } from './reader/rows.ts'
import { fitsPlatform } from './rules.ts'

/** A store within the importer's reach. */
export interface StoreFacts {
  id: number
  companyCode: string
  name: string
  nameKey: string
  platform: Platform
  platformShopId: string | null
}

/** What is needed to find the stores of a file's rows. */
export interface StoreHints {
  format: FilePlatform
  fileName: string
  /** Returns the stores within reach on a day; null for a file without a day. */
  storesOn: (on: Day | null) => readonly StoreFacts[]
  /** The stores in which a nick is known. */
  storesOfNick: ReadonlyMap<string, ReadonlySet<number>>
  /** The store that the user chose. */
  chosen: StoreFacts | undefined
}

type NamedRow = Pick<StoreRow, 'storeName' | 'storeShopId' | 'on'> & { nick?: string }

/**
 * Returns a function that finds the store of a row: by its store column; else by the store in which its nick is known,
 * or that its main account (`店名:小雨`) names; else the only store of the other rows, or the one in the file name. A
 * chosen store applies to all rows, unless the file names several stores: then it applies to the rows that name none.
 */
export async function storeFinder(
  hints: StoreHints,
  rows: Iterable<NamedRow>,
): Promise<(row: NamedRow) => StoreFacts | undefined> {
  const lookups = new Map<Day | null, StoreLookup>()
  const lookup = (on: Day | null) => {
    const found = lookups.get(on) ?? new StoreLookup(hints, hints.storesOn(on))
    lookups.set(on, found)
    return found
  }
  const named = new Set<string>()
  const byNick = new Map<number, StoreFacts>()
  for await (const slice of chunksOf(rows)) {
    for (const row of slice) {
      const column = columnText(row)
      const store = column ? undefined : lookup(row.on).ofNick(row.nick)
      if (column) named.add(column)
      if (store) byNick.set(store.id, store)
    }
  }
  const names = new Set([...named].map(nameKey))
  const { chosen } = hints
  const storeIfReachable = (row: NamedRow, store: StoreFacts | undefined) =>
    store && lookup(row.on).ofId(store.id)
  if (chosen && names.size + byNick.size <= 1) return (row) => storeIfReachable(row, chosen)
  const [sole] = byNick.size === 1 ? byNick.values() : []
  return (row) => {
    const stores = lookup(row.on)
    if (columnText(row)) return stores.ofColumn(row)
    return stores.ofNick(row.nick) ?? storeIfReachable(row, chosen ?? sole) ?? stores.ofFileName()
  }
}

function columnText({ storeName, storeShopId }: NamedRow): string | undefined {
  return storeShopId ?? storeName
}

/** The stores of one day, by the names that a file may use. */
class StoreLookup {
  readonly #known: StoreHints
  readonly #all: readonly StoreFacts[]
  readonly #fitting: readonly StoreFacts[]
  readonly #byId: ReadonlyMap<number, StoreFacts>
  readonly #byMainAccount = new Map<string, StoreFacts | undefined>()
  readonly #byColumn = new Map<string, StoreFacts | undefined>()

  constructor(hints: StoreHints, stores: readonly StoreFacts[]) {
    this.#known = hints
    this.#all = stores
    this.#fitting = stores.filter(({ platform }) => fitsPlatform(hints.format, platform))
    this.#byId = new Map(stores.map((store) => [store.id, store]))
  }

  ofId(id: number): StoreFacts | undefined {
    return this.#byId.get(id)
  }

  /** Also finds a store of another platform, so that the mismatch is reported. */
  ofColumn(row: NamedRow): StoreFacts | undefined {
    const key = `${row.storeShopId ?? ''}\n${row.storeName ?? ''}`
    if (this.#byColumn.has(key)) return this.#byColumn.get(key) ?? this.ofNick(row.nick)
    const shopId = row.storeShopId
    const name = nameKey(row.storeName ?? '')
    const found =
      onlyMatch(this.#fitting, (store) => shopId !== undefined && store.platformShopId === shopId) ??
      onlyMatch(this.#fitting, (store) => store.nameKey === name) ??
      onlyMatch(this.#all, (store) => store.nameKey === name)
    this.#byColumn.set(key, found)
    return found ?? this.ofNick(row.nick)
  }

  ofNick(nick: string | undefined): StoreFacts | undefined {
    if (nick === undefined) return undefined
    const ids = [...(this.#known.storesOfNick.get(nick) ?? [])]
    const bound = ids
      .flatMap((id) => this.#byId.get(id) ?? [])
      .filter(({ platform }) => fitsPlatform(this.#known.format, platform))
    return bound.length === 1 ? bound[0] : this.#ofMainAccount(nick)
  }

  #ofMainAccount(nick: string): StoreFacts | undefined {
    if (this.#known.format !== 'taobao' && this.#known.format !== 'chitu') return undefined
    const account = /^([^:：]+)[:：]/.exec(nick)?.[1] ?? ''
    if (this.#byMainAccount.has(account)) return this.#byMainAccount.get(account)
    const name = nameKey(account)
    const found =
      onlyMatch(this.#fitting, (store) => store.nameKey === name) ??
      onlyMatch(this.#fitting, (store) => name.length > 1 && store.nameKey.startsWith(name))
    this.#byMainAccount.set(account, found)
    return found
  }

  /** The store whose name is part of the file name; of nested names (晨曦家居, 晨曦家居旗舰店) the longest. */
  ofFileName(): StoreFacts | undefined {
    const fileName = nameKey(this.#known.fileName)
    const inside = this.#fitting.filter(({ nameKey: key }) => key.length > 1 && fileName.includes(key))
    return onlyMatch(inside, (store) => inside.every((other) => other === store || isPart(other, store)))
  }
}

function isPart(part: StoreFacts, whole: StoreFacts): boolean {
  return whole.nameKey !== part.nameKey && whole.nameKey.includes(part.nameKey)
}

/** Returns the only match; undefined if there is none, or if there are several. */
function onlyMatch(
  stores: readonly StoreFacts[],
  test: (store: StoreFacts) => boolean,
): StoreFacts | undefined {
  const found = stores.filter(test)
  return found.length === 1 ? found[0] : undefined
}
