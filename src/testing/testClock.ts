import type { Day } from '#kit/calendar.ts'

/** A person's day as a sheet of 企业微信 has it. */
export interface WecomRow {
  on: Day
  name: string
  account?: string
  /** `['08:52', '次日 02:10']`; none is `--`. */
  punches?: readonly [] | readonly [string] | readonly [string, string]
  result?: string
}

/** The rows of 企业微信 上下班打卡_日报: a title, a blank row, two rows of headers, data from row 5. */
export function wecomCells(rows: readonly WecomRow[]): string[][] {
  const groups = ['基础信息', '', '', '', '', '', '', '考勤概况', '', '', '', '异常统计']
  const headers = '时间 姓名 账号 部门 职务 所属规则 班次 最早 最晚 打卡次数(次) 考勤结果 异常合计(次)'.split(
    ' ',
  )
  return [
    ['上下班打卡_日报'],
    ['统计时间：2026-05-01 至 2026-05-31'],
    groups,
    headers,
    ...rows.map(({ on, name, account = '', punches = [], result = '--' }) => [
      `${on.replaceAll('-', '/')} 星期一`,
      name,
      account,
      '客服部',
      '客服',
      '客服打卡',
      '早班',
      punches[0] ?? '--',
      punches[1] ?? '--',
      String(punches.length),
      result,
      '0',
    ]),
  ]
}

/** The same as a CSV file. */
export const wecomFile = (rows: readonly WecomRow[], name = '上下班打卡_日报.csv') => ({
  name,
  bytes: Buffer.from(
    wecomCells(rows)
      .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
      .join('\r\n'),
  ),
})
