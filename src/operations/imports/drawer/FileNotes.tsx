import { Button } from 'antd'
import { t } from '#kit/text.ts'
import type { ImportPreview } from '#operations/imports/contract.ts'
import type { Field } from '#operations/imports/reader/fields.ts'
import { fieldLabels } from '#operations/imports/reader/fields.ts'
import { PendingLink } from './PendingLink.tsx'
import { formatRowRanges } from './rules.ts'

/** Other findings in the file: skipped rows, figures that are still counted, unknown headers and unread sheets. */
export function FileNotes({ preview, onMap }: { preview: ImportPreview; onMap: (() => void) | undefined }) {
  const { skippedRows, skippedTotal, pending, unknownHeaders, otherSheets } = preview
  return (
    <ul className="import-notes">
      {skippedTotal > 0 && (
        <li>
          {t('已跳过第 {rows} 行{more}（汇总、均值或重复的行）', {
            rows: formatRowRanges(skippedRows.slice(0, 20)),
            more: skippedTotal > 20 ? t(' 等 {n} 行', { n: skippedTotal }) : '',
          })}
        </li>
      )}
      {pending.length > 0 && (
        <li>
          {t('{fields}：平台还在统计（延迟统计），本次不写入；平台算好后再导入一次即可', {
            fields: pending.map((field) => t(fieldLabels[field as Field] ?? field)).join(t('、')),
          })}
          <PendingLink />
        </li>
      )}
      {unknownHeaders.length > 0 && (
        <li>
          {t('{n} 列没有读入：{headers}', {
            n: unknownHeaders.length,
            headers: joinNames(unknownHeaders),
          })}
          {onMap && (
            <Button type="link" size="small" onClick={onMap}>
              {t('映射表头')}
            </Button>
          )}
        </li>
      )}
      {otherSheets.length > 0 && (
        <li>{t('只读了第一个工作表；没有读：{sheets}', { sheets: joinNames(otherSheets) })}</li>
      )}
    </ul>
  )
}

function joinNames(names: readonly string[]): string {
  return names.slice(0, 6).join(t('、')) + (names.length > 6 ? t(' 等') : '')
}
