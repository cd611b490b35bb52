import { formatInstant, formatInstantShort } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { NameButton } from '#kit/ui/NameButton.tsx'
import { StatusTag, type Tone } from '#kit/ui/StatusTag.tsx'
import { batchFormatters } from './cellFormatters.ts'
import type { ImportBatch } from './contract.ts'
import { formatNames } from './rules.ts'

export const statusNames: Record<ImportBatch['status'], { label: string; tone: Tone }> = {
  preview: { label: '待确认', tone: 'orange' },
  committed: { label: '已导入', tone: 'green' },
  undone: { label: '已撤销', tone: 'grey' },
}

const batchStatusNames = {
  preview: statusNames.preview.label,
  committed: statusNames.committed.label,
  undone: statusNames.undone.label,
}

/** The status of an import as a tag. */
export function BatchStatusTag({ status }: Pick<ImportBatch, 'status'>) {
  const { tone, label } = statusNames[status]
  return <StatusTag tone={tone} label={t(label)} />
}

/** The columns of the list of imports; a click on the name opens the import. */
export function batchColumns(onOpen: (row: ImportBatch) => void): Column<ImportBatch>[] {
  return [fileColumn(onOpen), ...placeColumns(), ...countColumns(), ...statusColumns()]
}

const fileColumn = (onOpen: (row: ImportBatch) => void): Column<ImportBatch> => ({
  key: 'fileName',
  title: t('文件'),
  pinned: true,
  phone: 'name',
  width: 196,
  render: (row) => <NameButton onClick={() => onOpen(row)}>{row.fileName}</NameButton>,
})

const placeColumns = (): Column<ImportBatch>[] => [
  {
    key: 'platform',
    title: t('平台'),
    width: 84,
    phone: 'note',
    from: { field: 'platform', names: formatNames },
  },
  { key: 'stores', title: t('店铺'), width: 140, phone: 'note', words: batchFormatters.stores },
  { key: 'on', title: t('数据日期'), width: 124, phone: 'note', words: batchFormatters.days },
]

const statusColumns = (): Column<ImportBatch>[] => [
  {
    key: 'status',
    title: t('状态'),
    width: 92,
    phone: 'status',
    from: { field: 'status', names: batchStatusNames },
    render: (row) => <BatchStatusTag status={row.status} />,
  },
  { key: 'createdByName', title: t('导入人'), width: 80, phone: 'remark' },
  { ...uploadedColumn(), sort: true },
  { key: 'committedAt', title: t('写入时间'), type: 'instant', sort: true, hidden: true },
  { key: 'undoneAt', title: t('撤销时间'), type: 'instant', hidden: true },
]

/** The upload time in short form; the tooltip shows it in full. */
export const uploadedColumn = <T extends { createdAt: string }>(): Column<T> => ({
  key: 'createdAt',
  title: t('上传时间'),
  type: 'instant',
  width: 108,
  render: (row) => (
    <span dir="ltr" title={formatInstant(row.createdAt)}>
      {formatInstantShort(row.createdAt)}
    </span>
  ),
})

const countColumns = (): Column<ImportBatch>[] => [
  { key: 'rowsOk', title: t('可用行'), type: 'count', width: 68, phone: 'figure' },
  {
    key: 'rowsProblem',
    title: t('问题行'),
    type: 'count',
    width: 68,
    phone: 'figure',
    // Red unless the import was undone.
    render: ({ rowsProblem, status }) =>
      rowsProblem > 0 && status !== 'undone' ? (
        <span className="value-negative">{rowsProblem}</span>
      ) : (
        rowsProblem
      ),
  },
  {
    key: 'rowsSkipped',
    title: t('跳过'),
    hint: t('汇总、均值或重复的行'),
    type: 'count',
    width: 68,
  },
]
