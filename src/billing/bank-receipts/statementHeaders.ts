/** Known column headers of banks, 支付宝 and 微信, per field; earlier names have priority. */
export const HEADERS = {
  day: ['交易日期', '交易时间', '记账日期', '入账日期', '入账时间', '记账时间', '日期'],
  credit: [
    '贷方发生额',
    '贷方金额',
    '贷方发生额收入',
    '收入金额',
    '收入',
    '转入金额',
    '存入金额',
    '贷方',
    '收入金额元',
    '收入金额+元',
    '收入+元',
    '贷方发生额元',
  ],
  amount: ['金额', '交易金额', '发生额', '发生金额', '金额元', '交易金额元'],
  sign: ['借贷标志', '借贷', '收支', '收/支', '收支类型', '收支标志', '借贷方向', '交易方向'],
  payer: [
    '对方户名',
    '对方账户名称',
    '对方名称',
    '付款方',
    '付款人',
    '付款人名称',
    '付款方户名',
    '对方账户名',
    '付款账户名',
    '对方单位',
    '交易对方',
  ],
  memo: ['摘要', '交易摘要', '用途', '交易用途', '附言', '交易附言', '备注', '客户附言', '商品说明'],
  txnNo: [
    '流水号',
    '交易流水号',
    '银行流水号',
    '业务流水号',
    '核心流水号',
    '交易号',
    '凭证流水号',
    '账务流水号',
  ],
} as const

/** A field of a bank row that a column can contain. */
export type Field = keyof typeof HEADERS

/** Values of the direction column for outgoing payments. */
export const OUTGOING = /^(借|支|出|D|DR|付|转出|往账|支出|付款)$/i
