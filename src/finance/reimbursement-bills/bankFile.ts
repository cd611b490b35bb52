import { formatDecimal } from '#kit/format.ts'

/** A payment in the file. */
export interface Payment {
  code: string
  payeeName: string
  payeeBank: string
  card: string
  cents: number
}

const HEADERS = ['序号', '收款人', '收款账号', '开户行', '金额', '用途']

/** Start of a text that spreadsheets interpret as a formula, including full-width characters. */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/

/**
 * Payment file for banks: CSV (RFC 4180) in UTF-8 with BOM; amounts in 元 with two decimals and without thousands
 * separators. Prefixes texts that spreadsheets would interpret as formulas.
 */
export function bankFile(payments: readonly Payment[]): string {
  const rows = payments.map(({ code, payeeName, payeeBank, card, cents }, at) => [
    String(at + 1),
    text(payeeName),
    text(card),
    text(payeeBank),
    formatDecimal(cents, 2).replaceAll(',', ''),
    text(`报销 ${code}`),
  ])
  return `\uFEFF${[HEADERS, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`
}

const text = (value: string) => (FORMULA.test(value) ? `'${value}` : value)

const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
