import type { Platform } from '#clients/stores/contract.ts'
import type { Day } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import type { Sentence } from '#kit/text.ts'
import type { FilePlatform } from '#operations/imports/reader/fields.ts'
import { platformsOf } from '#operations/imports/rules.ts'
import type { NameSource } from './contract.ts'
import { endsAsStore, nickPrefix, storeNameInFileName } from './names.ts'

/** A store and day of a preview whose store is unknown. */
export interface UnknownGroup {
  id: number
  batchId: number
  fileName: string
  format: FilePlatform
  nameInFile: string | null
  on: Day | null
  /** The nicks of its rows; needed only without a name in the file. */
  nicks: readonly string[]
}

/** A store that the previews contain and that is unknown. */
export interface FoundStore {
  /** The same for all its groups, and for another reading of the same files. */
  key: string
  name: string | null
  source: NameSource
  hint: Sentence | null
  /** The platform's id of the store, if the files contain it instead of a name. */
  platformShopId: string | null
  platforms: Platform[]
  groups: UnknownGroup[]
}

/** What a group says about its store. */
type Reading = Pick<FoundStore, 'key' | 'name' | 'source' | 'hint' | 'platformShopId'>

const RANK: readonly NameSource[] = ['column', 'fileName', 'nicks', 'none']

/** Finds the unknown stores of previews: one for all files and days that name it, by platform and name. */
export function findUnknownStores(groups: readonly UnknownGroup[]): FoundStore[] {
  const readings = new Map(groups.map((group) => [group, readStore(group)]))
  const fullKeys = fullNameKeys([...readings.values()])
  const byKey = Map.groupBy(groups, (group) => {
    const { key } = readings.get(group) as Reading
    return fullKeys.get(key) ?? key
  })
  return [...byKey].map(([key, ofStore]) => {
    const read = ofStore.map((group) => readings.get(group) as Reading)
    const [best] = read.toSorted((a, b) => RANK.indexOf(a.source) - RANK.indexOf(b.source))
    const formats = [...new Set(ofStore.map(({ format }) => format))]
    return { ...(best as Reading), key, platforms: platformsOf(formats), groups: ofStore }
  })
}

/** A platform's own id in the column of the store. */
const SHOP_ID = /^\d{5,}$/

function readStore({ batchId, fileName, format, nameInFile, nicks }: UnknownGroup): Reading {
  const named = (name: string, source: NameSource, hint: Sentence | null = null): Reading => ({
    key: `${familyOf(format)}:${nameKey(name)}`,
    name,
    source,
    hint,
    platformShopId: null,
  })
  if (nameInFile && SHOP_ID.test(nameInFile)) {
    const hint = { sentence: '文件里只有店铺 ID {id}', values: { id: nameInFile } }
    return { ...named(nameInFile, 'none', hint), name: null, platformShopId: nameInFile }
  }
  if (nameInFile) return named(nameInFile, 'column')
  const [inFileName, prefix] = [storeNameInFileName(fileName), nickPrefix(nicks)]
  if (inFileName && (endsAsStore(inFileName) || !prefix || inFileName.startsWith(prefix))) {
    return named(inFileName, 'fileName')
  }
  if (prefix) {
    return named(prefix, 'nicks', { sentence: '昵称以“{prefix}”开头', values: { prefix } })
  }
  return { key: `file:${batchId}`, name: null, source: 'none', hint: null, platformShopId: null }
}

/** Files of taobao and 赤兔 contain the same stores. */
const familyOf = (format: FilePlatform) => (format === 'chitu' ? 'taobao' : format)

/**
 * The keys of stores that are known by what their nicks begin with (云栖母婴), mapped to the only store of the same
 * platform whose full name begins so (云栖母婴旗舰店).
 */
function fullNameKeys(readings: readonly Reading[]): Map<string, string> {
  const full = new Set(readings.filter(({ source }) => source !== 'nicks').map(({ key }) => key))
  const starts = readings.filter(({ source }) => source === 'nicks').map(({ key }) => key)
  return new Map(
    starts.flatMap((start) => {
      const [only, ...others] = [...full].filter((key) => key.startsWith(start))
      return only && others.length === 0 ? [[start, only] as const] : []
    }),
  )
}
