import type { Page } from 'playwright-core'
import { toXlsxBuffer } from './sheets.ts'

/** A file to upload. */
export interface DeskFile {
  name: string
  mimeType: string
  buffer: Buffer
}

type Cells = (string | number)[]

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const plain = (day: string) => day.replaceAll('-', '')

/**
 * 淘宝/天猫: nick, then consult, handled and unreplied users; the store is identified by its nicks, the day by the file
 * name.
 */
export function taobaoFile(name: string, rows: [nick: string, ...figures: Cells][]): DeskFile {
  const head = ['旺旺昵称', '咨询人数', '接待人数', '未回复人数', '旺旺回复率', '首次响应时长（秒)']
  const full = rows.map((row) => (row.length > 4 ? row : [...row, '98.67%', 12.5]))
  const buffer = toXlsxBuffer('数据信息', [head, ...full, ['汇总值', 999, 999, 999, 999, 999]])
  return { name, mimeType: XLSX, buffer }
}

/** 拼多多: the file contains the store and the day; `asked` users needed a human reply. */
export function pddFile(store: string, day: string, rows: [nick: string, asked: number][]): DeskFile {
  const head = ['日期', '店铺名', '客服账号', '咨询人数', '需要人工回复的咨询人数', '人工接待人数']
  const all = rows.map(([nick, asked]) => [plain(day), store, nick, asked, asked, asked])
  const buffer = toXlsxBuffer('Sheet0', [head, ...all])
  return { name: `客服数据下载_${plain(day)}.xlsx`, mimeType: XLSX, buffer }
}

/** 抖音飞鸽: a CSV file with handled users, without consult users. */
export function douyinFile(store: string, day: string, rows: [nick: string, handled: number][]): DeskFile {
  const head = '日期,店铺名称,客服账号,已接待人数,接待会话量,全天首响时长'
  const lines = rows.map(([nick, n]) => `${day.replaceAll('-', '/')},${store},${nick},${n},${n + 5},20秒`)
  return { name: '飞鸽客服数据.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...lines].join('\n')) }
}

/** 京东: a title above the header; the day is only in the file name. */
export function jdFile(day: string, rows: [nick: string, asked: number][]): DeskFile {
  const head = ['客服', '咨询人数', '咨询量', '接待人数', '接待量', '未回复量', '应答率', '30s应答率']
  const all = rows.map(([nick, asked]) => [nick, asked, asked + 9, asked, asked + 9, 0, 1, 0.95])
  const buffer = toXlsxBuffer('整体数据', [['京东商家客服数据'], [], head, ...all, ['总值', '-', '-']])
  return { name: `客服数据_${plain(day)}.xlsx`, mimeType: XLSX, buffer }
}

/** Drops files on the topmost dialog. */
export async function drop(page: Page, files: DeskFile[]): Promise<void> {
  const carried = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    text: buffer.toString('base64'),
  }))
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, text } of all) {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: mimeType }))
    }
    return transfer
  }, carried)
  await page.getByRole('dialog').last().dispatchEvent('drop', { dataTransfer })
}
