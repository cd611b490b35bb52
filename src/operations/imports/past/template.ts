import type { Platform } from '#clients/stores/contract.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { type Day, daysFrom } from '#kit/calendar.ts'
import type { Sheet } from '#kit/sheets/write.ts'
import { NOTES_SHEET, pastColumns } from './columns.ts'

/** A store that the template may list. */
export interface TemplateStore {
  code: string
  name: string
  platform: Platform
}

/** Maximum number of lines in the template; a spreadsheet takes too long to open more. */
export const MAX_LINES = 100_000

/** The notes below the descriptions of the columns. */
const USAGE_NOTES: [string, string][] = [
  ['一行一店一天', '每家店铺每一天一行，填店铺当天的合计；没有数字的行不读，可以留着。最多 20 万行。'],
  ['表头', '不要改名；列可以少，顺序可以换，不认识的列不读。'],
  ['空白单元格', '表示没有这个数，不是 0。'],
  [
    '先预检后写入',
    '上传后先看每一行会新增、更新、不变、冲突还是错误，确认之后才写入；同一份文件再传一次，什么也不会变。',
  ],
  ['以谁为准', '平台导出的数据和手工更正过的数优先；客服日志填报的合计由这里的数代替。写入后可以撤销。'],
]

/** Builds the template: a line per store and day to fill in (none if `days` is null), lists of choices, and notes. */
export function buildPastTemplate(
  stores: readonly TemplateStore[],
  days: { from: Day; to: Day } | null,
): Sheet[] {
  const names = [...new Set(stores.map(({ name }) => name))]
  const lists = {
    storeName: { values: names, othersToo: true },
    platform: { values: Object.values(platformNames) },
  }
  const dates = days ? daysFrom(days.from, days.to) : []
  return [
    {
      name: '历史日数据',
      layout: 'form',
      columns: pastColumns.map(({ field, header }) => {
        const choices = field === 'platform' || (field === 'storeName' && names.length > 0)
        return {
          title: header,
          width: field === 'storeName' ? 28 : Math.max(10, header.length * 2),
          ...(choices ? { choices: lists[field as keyof typeof lists] } : {}),
          type:
            field === 'on'
              ? ('day' as const)
              : TEXT_FIELDS.has(field)
                ? ('text' as const)
                : ('number' as const),
        }
      }),
      rows: stores.flatMap(({ code, name, platform }) =>
        dates.map((on) => [code, name, platformNames[platform], on]),
      ),
    },
    {
      name: NOTES_SHEET,
      layout: 'notes',
      columns: [
        { title: '列', type: 'text', width: 24 },
        { title: '说明', type: 'text', width: 84 },
      ],
      rows: [...pastColumns.map(({ header, note }) => [header, note ?? null]), ...USAGE_NOTES],
    },
  ]
}

const TEXT_FIELDS = new Set(['code', 'storeName', 'platform'])
