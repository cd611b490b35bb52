import { t } from '#kit/text.ts'
import { Pager } from '#kit/ui/list/Pager.tsx'
import { StatusTag, type Tone } from '#kit/ui/StatusTag.tsx'

/** A row of a sheet, by the sheet's own row number, with its state and a note. */
export interface SheetRowNote {
  row: number
  name: string
  tone: Tone
  label: string
  note: string
}

interface Props {
  rows: readonly SheetRowNote[]
  total: number
  page: { current: number; pageSize: number }
  onPage: (page: { current: number; pageSize: number }) => void
}

/** Rows of a sheet with their notes, page by page. */
export function SheetRows({ rows, total, page, onPage }: Props) {
  return (
    <>
      <ul className="sheet-import-rows">
        {rows.map(({ row, name, tone, label, note }) => (
          <li key={row}>
            <span>
              <b>{t('第 {n} 行', { n: row })}</b> {name}
              <StatusTag tone={tone} label={label} />
            </span>
            <small>{note}</small>
          </li>
        ))}
      </ul>
      {total > page.pageSize && <Pager {...page} total={total} onPage={onPage} />}
    </>
  )
}
