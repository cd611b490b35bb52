import { formatCount } from '#kit/format.ts'
import { StatusTag, type Tone } from '#kit/ui/StatusTag.tsx'
import './sheetImport.css'

/** Number of a sheet's rows of one kind. */
export interface SheetCount {
  label: string
  tone: Tone
  count: number
}

/** Number of rows of each kind; kinds without rows are left out. */
export function SheetCounts({ counts }: { counts: readonly SheetCount[] }) {
  return (
    <p className="sheet-import-counts" role="status" aria-live="polite">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ label, tone, count }) => (
          <span key={label}>
            <StatusTag tone={tone} label={label} />
            <b>{formatCount(count)}</b>
          </span>
        ))}
    </p>
  )
}
