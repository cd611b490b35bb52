import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStatement } from './statement.ts'

const sheet = (...lines: string[][]) => lines.map((cells, at) => ({ row: at + 1, cells }))
const read = (...lines: string[][]) => readStatement([sheet(...lines)])

test('reads separate credit and debit columns below account lines, and ignores totals at the end', () => {
  const found = read(
    ['账号：6222', '', ''],
    [],
    ['交易日期', '借方发生额', '贷方发生额（元）', '对方户名', '摘要', '附言', '交易流水号'],
    ['20260515', '', '1,234.50', '杭州晨曦家居有限公司', '转账', 'ZD20260500001', "'00123"],
    ['2026/5/16', '100.00', '', '电信公司', '缴费', '', 'A2'],
    ['2026年5月17日', '', '0.00', '利息', '', '', ''],
    ['合计', '100.00', '1,234.50', '', '', '', ''],
  )
  assert.deepEqual(found, {
    rows: [
      {
        rowNo: 4,
        onDay: '2026-05-15',
        amountCents: 123_450,
        payer: '杭州晨曦家居有限公司',
        memo: '转账 ZD20260500001',
        txnNo: '00123',
      },
    ],
    outgoing: 2,
    faults: [],
  })
})

test('with a single amount column, the sign or the direction column decides the direction', () => {
  const found = read(
    ['记账日期', '收/支', '金额(元)', '付款方', '备注'],
    ['2026-05-15 09:12:00', '收入', '￥88.00', '宏远', ''],
    ['2026-05-15', '支出', '88.00', '宏远', ''],
    ['2026-05-15', '', '-12.00', '宏远', ''],
  )
  assert.deepEqual(
    [found.rows.map(({ amountCents, txnNo }) => [amountCents, txnNo]), found.outgoing],
    [[[8_800, null]], 2],
  )
})

test('an unreadable row is reported with its number and does not affect others', () => {
  const found = read(
    ['日期', '收入'],
    ['2026-02-30', '1.00'],
    ['2026-02-28', '一百'],
    ['2026-02-28', '1.234'],
    ['2026-02-28', '9999999999.99'],
    ['2026-02-28', '1.00'],
  )
  assert.deepEqual(
    found.faults.map(({ rowNo, problem }) => [rowNo, problem.sentence]),
    [
      [2, '日期看不懂，应如 2026-05-15。'],
      [3, '金额看不懂，应如 1,234.56。'],
      [4, '金额看不懂，应如 1,234.56。'],
      [5, '金额过大，请核对。'],
    ],
  )
  assert.deepEqual(
    found.rows.map(({ rowNo }) => rowNo),
    [6],
  )
})

test('a file without a bank header in its first ten rows is rejected', () => {
  assert.throws(() => read(['店铺', '咨询人数'], ['晨曦', '3']), /没有找到银行流水的表头/)
  assert.throws(() => read(...Array.from({ length: 10 }, () => ['说明']), ['日期', '收入']), /表头/)
})
