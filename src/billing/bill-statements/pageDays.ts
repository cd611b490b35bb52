import { formatCount, formatMoney } from '#kit/format.ts'
import { type Html, html } from '#kit/html.ts'
import type { StatementView } from './visit.ts'

type ShownLine = StatementView['lines'][number]

/** A day of a line. Amounts in 分; null if the value is unknown or not calculated by day. */
interface LineDay {
  on: string
  state: 'counted' | 'missing' | 'excluded'
  why: 'before' | 'trial' | 'paused' | 'stopped' | 'terms' | 'other' | null
  volume: number | null
  salesCents: number | null
  included: number | null
  amountCents: number | null
}

/**
 * The days of a line. `sinceCents`: difference to the line's amount caused by later corrections of figures or terms.
 */
export interface LineDays {
  days: readonly LineDay[]
  sum: {
    amountCents: number
    days: number
    volume: number
    included: number
    salesCents: number
    excludedDays: number
    excludedVolume: number
  }
  sinceCents: number
}

/** Formatters of line texts; the bill screen uses the same. */
export interface LineFormatters {
  itemText: (line: ShownLine) => string
  qtyText: (line: ShownLine) => string
  priceText: (line: ShownLine) => string
  formulaText: (line: ShownLine, sum: LineDays['sum']) => string
  dayText: (day: LineDay) => string
}

interface Column {
  title: string
  of: (day: LineDay) => string | null
  sum: string
}

const formatOrNull = (value: number | null, format: (value: number) => string) =>
  value === null ? null : format(value)

/** Table columns for a line item, with totals. */
function columnsOf(item: string, { sum }: LineDays): Column[] {
  const volume = {
    title: '咨询量',
    of: (day: LineDay) => formatOrNull(day.volume, formatCount),
    sum: formatCount(sum.volume),
  }
  const amount = {
    title: '金额',
    of: (day: LineDay) => formatOrNull(day.amountCents, formatMoney),
    sum: formatMoney(sum.amountCents),
  }
  if (item === 'overage') {
    const included = (day: LineDay) => formatOrNull(day.included, formatCount)
    return [volume, { title: '包量', of: included, sum: formatCount(sum.included) }]
  }
  if (item !== 'commission') return [volume, amount]
  const sales = (day: LineDay) => formatOrNull(day.salesCents, formatMoney)
  return [{ title: '销售额', of: sales, sum: formatMoney(sum.salesCents) }, amount]
}

/** Collapsible day table of a line: the formula, and each day as counted, missing or excluded with the reason. */
export function dayTable(line: ShownLine, days: LineDays, words: LineFormatters): Html {
  const columns = columnsOf(line.item, days)
  const { sum, sinceCents } = days
  const rows = days.days.map(
    (
      day,
    ) => html`<tr class="${day.state}"><th scope="row">${day.on.slice(5)}</th><td>${words.dayText(day)}</td>
${columns.map(({ of }) => html`<td>${day.state === 'excluded' && of !== columns[0]?.of ? '' : (of(day) ?? '—')}</td>`)}</tr>`,
  )
  const totalRow = (
    label: string,
    cents: number,
  ) => html`<tr><th scope="row" colspan="${columns.length + 1}">${label}</th>
<td>${formatMoney(cents)}</td></tr>`
  return html`<details class="days"><summary>每一天</summary><p>${words.formulaText(line, sum)}</p>
<table><thead><tr><th scope="col">日期</th><th scope="col">状态</th>${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
<tfoot><tr><th scope="row" colspan="2">计入 ${sum.days} 天</th>${columns.map((column) => html`<td>${column.sum}</td>`)}</tr>
${sinceCents !== 0 && totalRow('出账后数据或计费方式有更正', sinceCents)}${totalRow('本行金额', line.amountCents)}</tfoot></table>
${sum.excludedDays > 0 && html`<p>不计入 ${sum.excludedDays} 天，咨询量 ${formatCount(sum.excludedVolume)}，原因见各天。</p>`}</details>`
}
