import { formatDecimal } from '#kit/format.ts'

/** One payment of the file. */
export interface Payment {
  code: string
  payeeName: string
  payeeBank: string
  card: string
  cents: number
}

const HEADERS = ['序号', '收款人', '收款账号', '开户行', '金额', '用途']

/** A text that a spreadsheet would take for a formula: it begins with one of its signs, also in full width. */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/

/**
 * A file of payments as banks take it: csv (RFC 4180) in UTF-8 with a byte order mark, amounts in 元 with two places and
 * without thousands. A text never begins like a formula.
 */
export function bankFile(payments: readonly Payment[]): string {
  const rows = payments.map(({ code, payeeName, payeeBank, card, cents }, at) => [
    ...[String(at + 1), text(payeeName), text(card), text(payeeBank)],
    ...[formatDecimal(cents, 2).replaceAll(',', ''), text(`报销 ${code}`)],
  ])
  return `\uFEFF${[HEADERS, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`
}

const text = (value: string) => (FORMULA.test(value) ? `'${value}` : value)

const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
