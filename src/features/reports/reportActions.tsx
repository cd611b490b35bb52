import type { Given } from '#features/imports/ImportPicker.tsx'
import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Empty, RowAction } from '#kit/ui/list/declare.tsx'

interface Acts {
  /** Opens the store's days. */
  open: (storeId: number) => void
  /** Opens the import for the store and day. */
  importing: (given: Given) => void
}

/** A row that lacks its figures offers the step that brings them, every other one its days. */
export function reportRowAction(row: { storeId: number; on: Day; missing: boolean }, acts: Acts): RowAction {
  return row.missing
    ? importAction(row, acts.importing)
    : { key: 'days', label: t('明细'), onClick: () => acts.open(row.storeId) }
}

/** The import for a store and day that lack their figures. */
export function importAction(
  { storeId, on }: { storeId: number; on: Day },
  importing: Acts['importing'],
): RowAction {
  return { key: 'import', label: t('导入'), onClick: () => importing({ storeId, on }) }
}

/** Why a report may be empty, and the first step. */
export function reportEmpty(onImport: () => void): Empty {
  return {
    text: t('这段时间没有需要上报的店铺'),
    hint: t('试单或服务中的店铺每天一行；请换一段日期，或导入平台数据。'),
    action: { label: t('导入平台数据'), onClick: onImport },
  }
}
