/** The grid without a server: 200 rows, four text columns and eight editable ones. */
import { useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { GridColumn } from '#kit/ui/grid/declare.tsx'
import { Grid } from '#kit/ui/grid/Grid.tsx'
import type { CellEdit } from '#kit/ui/grid/history.ts'
import '#kit/ui/base.css'

const ROWS = 200
const WORDS = ['店铺', '平台', '昵称', '来源']
const FIGURES = ['咨询人数', '接待人数', '未回复', '首响', '平均响应', '满意', '评价', '下单人数']

interface Line {
  key: number
  texts: Record<string, string>
}

const lines: Line[] = Array.from({ length: ROWS }, (_, key) => ({
  key,
  texts: Object.fromEntries(WORDS.map((name) => [name, `${name} ${key}`])),
}))

const columns: GridColumn<Line>[] = [...WORDS, ...FIGURES].map((title) => ({
  key: title,
  title,
  width: 96,
  names: title === WORDS[0],
  text: ({ texts }) => texts[title] ?? '',
  ...(FIGURES.includes(title) && {
    align: 'end' as const,
    placeholder: '填写',
    isOpen: () => true,
    problem: ({ texts }: Line) => (/^\d*$/.test(texts[title] ?? '') ? undefined : '请填写整数。'),
  }),
}))

function edited(lines: readonly Line[], edits: readonly CellEdit[]): Line[] {
  const byRow = Map.groupBy(edits, ({ row }) => row)
  return lines.map((line) => {
    const rowEdits = byRow.get(line.key)
    return rowEdits ? { ...line, texts: { ...line.texts, ...Object.fromEntries(rowEdits.map(pair)) } } : line
  })
}

const pair = ({ column, text }: CellEdit): [string, string] => [column, text]

function Page() {
  const [rows, setRows] = useState(lines)
  const total = useMemo(() => rows.reduce((sum, { texts }) => sum + Number(texts.接待人数 ?? 0), 0), [rows])
  return (
    <Grid
      label="各店数据"
      rows={rows}
      columns={columns}
      totals={{ 店铺: '合计', 接待人数: total }}
      onChange={(edits) => setRows((now) => edited(now, edits))}
    />
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
