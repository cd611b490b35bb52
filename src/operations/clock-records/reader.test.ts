import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SheetRow } from '#kit/sheets/rows.ts'
import { wecomCells } from '#testing/testClock.ts'
import { readClockDay, readClockSheets, readPunches } from './reader.ts'

const sheet = (cells: string[][], first = 1): SheetRow[] =>
  cells.map((row, at) => ({ row: first + at, cells: row }))
const read = (cells: string[][]) => readClockSheets([sheet(cells)], 1_000)

test('企业微信: two rows of headers, data from row 5, a day with its weekday, the next day', () => {
  const { source, rows } = read(
    wecomCells([
      {
        on: '2026-05-31',
        name: '周小禾',
        account: 'zhouxh',
        punches: ['22:58', '次日 07:02'],
        result: '正常',
      },
      { on: '2026-05-31', name: '李若彤', account: 'lrt' },
    ]),
  )
  assert.equal(source, 'wecom')
  assert.deepEqual(rows, [
    {
      row: 5,
      key: 'zhouxh',
      name: '周小禾',
      employeeNo: null,
      on: '2026-05-31',
      punches: [1378, 1862],
      note: '正常',
      problem: null,
    },
    {
      row: 6,
      key: 'lrt',
      name: '李若彤',
      employeeNo: null,
      on: '2026-05-31',
      punches: [],
      note: null,
      problem: null,
    },
  ])
})

test('企业微信: headers that are merged over both rows are read from the upper one', () => {
  const { rows } = read([
    ['上下班打卡_日报'],
    ['时间', '姓名', '账号', '打卡', ''],
    ['', '', '', '最早', '最晚'],
    ['2026/05/18', '周小禾', 'zhouxh', '08:01', '16:00'],
  ])
  assert.deepEqual(
    rows.map(({ key, punches }) => [key, punches]),
    [['zhouxh', [481, 960]]],
  )
})

test('钉钉: one row of headers, several punches of a day, a year of two digits; UserId counts before 工号', () => {
  const headers =
    '姓名 考勤组 部门 工号 职位 UserId 日期 班次 上班1打卡时间 上班1打卡结果 下班1打卡时间 下班1打卡结果 上班2打卡时间 下班2打卡时间'.split(
      ' ',
    )
  const row = (day: string, ...times: string[]) => {
    const [a = '', b = '', c = '', d = ''] = times
    return ['周小禾', '客服', '一组', 'K07', '客服', '2411', day, '早班', a, '正常', b, '正常', c, d, '']
  }
  const { source, rows } = read([
    ['每日统计表'],
    headers,
    row('21-09-01 星期三', '09:00', '12:00', '13:00', '18:00'),
    row('21-09-02 星期四', '23:00', '次日 02:10'),
    row('21-09-03 星期五', '未打卡'),
  ])
  assert.equal(source, 'dingtalk')
  assert.deepEqual(
    rows.map(({ key, employeeNo, on, punches }) => [key, employeeNo, on, punches]),
    [
      ['2411', 'K07', '2021-09-01', [540, 720, 780, 1080]],
      ['2411', 'K07', '2021-09-02', [1380, 1570]],
      ['2411', 'K07', '2021-09-03', []],
    ],
  )
})

test('a sheet without 日期 and 姓名 is refused with what to export', () => {
  assert.throws(
    () =>
      read([
        ['店铺', '咨询人数'],
        ['晨曦', '3'],
      ]),
    {
      code: 'INVALID',
      message: '没有找到“日期”和“姓名”两列，请导出日报（企业微信）或每日统计（钉钉）。',
    },
  )
})

test('a row that cannot be read says why; a person and day counts once', () => {
  const { rows } = read(
    wecomCells([
      { on: '2026-05-18', name: '周小禾', punches: ['八点'] },
      { on: '2026-05-18', name: '周小禾', punches: ['8点'] },
      { on: '2026-05-18', name: '周小禾', punches: ['08:00'] },
      { on: '2026-05-18', name: '周小禾', punches: ['09:00'] },
    ]),
  )
  assert.deepEqual(
    rows.map(({ problem }) => problem?.sentence),
    [
      undefined,
      '{cell}不是时间，应如 08:52 或 次日 02:10。',
      '与第 {n} 行是同一个人的同一天，请合并成一行。',
      '与第 {n} 行是同一个人的同一天，请合并成一行。',
    ],
  )
})

test('days and times in every spelling', () => {
  for (const text of ['26-05-18 星期一', '2026/05/18', '2026-05-18 周一', '2026年5月18日', '46160']) {
    assert.deepEqual(readClockDay(text), { day: '2026-05-18' }, text)
  }
  assert.ok('problem' in readClockDay('五月'))
  const times: [string, number[]][] = [
    ['08:52', [532]],
    ['8:52:10', [532]],
    ['08：52', [532]],
    ['次日02:10', [1570]],
    ['前日 23:50', [-10]],
    ['2026-05-19 00:05', [1445]],
    ['08:52;12:01\n18:03', [532, 721, 1083]],
    ['0.375', [540]],
    ['--', []],
    ['', []],
    ['缺卡', []],
  ]
  for (const [text, minutes] of times) {
    assert.deepEqual(readPunches(text, '2026-05-18'), { minutes }, text)
  }
  assert.ok('problem' in readPunches('25:00', '2026-05-18'))
})
