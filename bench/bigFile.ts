import { addDays } from '#kit/calendar.ts'
import type { CellType } from '#kit/sheets/styles.ts'
import { toXlsx } from '#kit/sheets/write.ts'
import type { CellValue } from '#kit/sheets/writeCells.ts'

/** A 飞鸽 file with the maximum of 200,000 rows including the header: 50 days of 40 stores with 100 nicks each. */
const SIZE = { days: 50, stores: 40, nicks: 100 }

const TITLES = [
  '日期',
  '店铺名称',
  '客服账号',
  '已接待人数',
  '接待会话量',
  '全天首响时长',
  '全天平响时长',
  '有效好评数',
  '有效评价数',
  '询单人数',
  '下单人数',
  '客服询单支付额',
  '3分钟人工回复率 (会话)',
]

export interface BigFile {
  name: string
  rows: number
  bytes: Uint8Array<ArrayBuffer>
}

/** The file in the platform's format, up to the day before `today`. */
export function bigFile(today: string, kind: 'xlsx' | 'csv', size = SIZE): BigFile {
  const rows = [...rowsOf(today, size)].slice(1)
  const bytes = kind === 'xlsx' ? workbook(rows) : text(rows)
  return { name: `飞鸽客服数据.${kind}`, rows: rows.length, bytes }
}

function* rowsOf(today: string, { days, stores, nicks }: typeof SIZE): Generator<CellValue[]> {
  for (let day = days; day >= 1; day -= 1) {
    const on = addDays(today, -day)
    for (let store = 0; store < stores; store += 1) {
      for (let nick = 0; nick < nicks; nick += 1) yield row(on, store * 10 + 9, nick, day)
    }
  }
}

function row(on: string, store: number, nick: number, day: number): CellValue[] {
  const users = 5 + ((store * 7 + nick * 13 + day * 3) % 90)
  const place = [on, `商家${store}旗舰店`, `客服${String(nick).padStart(3, '0')}`]
  const volumes = [users, users + 3, `${10 + (nick % 30)}秒`, `${20 + (nick % 40)}秒`]
  const [rated, inquirers] = [Math.floor(users / 8), Math.floor(users / 2)]
  return [
    ...place,
    ...volumes,
    Math.floor(rated * 0.9),
    rated,
    inquirers,
    Math.floor(inquirers / 3),
    users * 88,
    '97.5%',
  ]
}

function workbook(rows: CellValue[][]): Uint8Array<ArrayBuffer> {
  const columns = TITLES.map((title, at) => ({
    title,
    type: (typeof rows[0]?.[at] === 'number' ? 'number' : 'text') as CellType,
  }))
  return toXlsx([{ name: 'Sheet1', columns, rows }])
}

function text(rows: CellValue[][]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode([TITLES, ...rows].map((cells) => cells.join(',')).join('\n'))
}
