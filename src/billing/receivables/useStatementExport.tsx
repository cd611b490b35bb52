import { t } from '#kit/text.ts'
import type { ExportColumn, ExportValue } from '#kit/ui/list/workbook.ts'
import { useSheetExport } from '#kit/ui/useSheetExport.tsx'
import type { Statement } from './contract.ts'
import { isCharge } from './rules.ts'
import { lineText } from './statementTexts.ts'

/** 导出: saves the statement as a sheet, with opening and closing balance. */
export function useStatementExport(): (statement: Statement) => Promise<void> {
  const save = useSheetExport()
  const columns: ExportColumn[] = [
    { title: t('日期'), type: 'day' },
    { title: t('摘要'), type: 'text' },
    { title: t('店铺'), type: 'text' },
    { title: t('账单'), type: 'text' },
    { title: t('流水号'), type: 'text' },
    { title: t('应收'), type: 'money' },
    { title: t('收款'), type: 'money' },
    { title: t('余额'), type: 'money' },
  ]
  return ({ customer, from, to, openingCents, closingCents, billedCents, settledCents, lines }) =>
    save({
      list: 'list.receivables.statement',
      module: t('对账单'),
      columns,
      filters: [t('客户：{name}', { name: customer.name }), t('期间：{from} 至 {to}', { from, to })],
      rows: [
        balance(from, t('期初余额'), openingCents),
        ...lines.map((line): ExportValue[] => {
          const { onDay, storeName, code, txnNo, what, amountCents, balanceCents } = line
          const amounts = isCharge(what) ? [amountCents, null] : [null, amountCents]
          return [onDay, lineText(line, t), storeName, code, txnNo, ...amounts, balanceCents]
        }),
        balance(to, t('期末余额'), closingCents),
      ],
      totals: [t('本期合计 {n} 笔', { n: lines.length }), null, null, null, null, billedCents, settledCents],
    })
}

const balance = (day: string, name: string, cents: number): ExportValue[] => [
  day,
  name,
  null,
  null,
  null,
  null,
  null,
  cents,
]
