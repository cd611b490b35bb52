import type { Sheet } from '#kit/sheets/write.ts'
import { t } from '#kit/text.ts'
import { type FilePlatform, fieldLabels } from '#operations/imports/reader/fields.ts'
import { builtInHeaders } from '#operations/imports/rules.ts'

/** An empty sheet with the headers of a platform's own export, which the import reads as the platform's file. */
export function platformTemplate(platform: FilePlatform): Sheet[] {
  const columns = headersOf(platform).map((title) => ({ title, type: 'text' as const, width: 12 }))
  return [{ name: t('数据'), layout: 'form', columns, rows: [] }]
}

/** Returns day and store, then the first known header of each field. */
function headersOf(platform: FilePlatform): string[] {
  const platformAliases = builtInHeaders.filter((alias) => alias.platform === platform)
  const first = new Map(platformAliases.toReversed().map(({ field, header }) => [field, header]))
  const order = Object.keys(fieldLabels)
  const ordered = [...first].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
  return ['日期', '店铺名称', ...ordered.map(([, header]) => header)]
}
