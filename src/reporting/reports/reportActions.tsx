import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Empty, RowAction } from '#kit/ui/list/declare.tsx'
import type { ImportDefaults } from '#operations/imports/ui/useImport.tsx'

/** Opens the explanation of a row's figures. */
export const explainAction = (onClick: () => void): RowAction => ({
  key: 'why',
  label: t('怎么来的'),
  onClick,
})

/** Opens the days of a row. */
export const daysAction = (onClick: () => void): RowAction => ({ key: 'days', label: t('明细'), onClick })

/** Opens the import for a store and day without figures. */
export function importAction(
  { storeId, on }: { storeId: number; on: Day },
  importing: (preset: ImportDefaults) => void,
): RowAction {
  return { key: 'import', label: t('导入'), onClick: () => importing({ storeId, on }) }
}

/** Why a report may be empty, and what to do. */
export function reportEmpty(onImport: () => void): Empty {
  return {
    text: t('这段时间没有需要上报的店铺'),
    hint: t('试单或服务中的店铺每天一行；请换一段日期，或导入平台数据。'),
    action: { label: t('导入平台数据'), onClick: onImport },
  }
}
