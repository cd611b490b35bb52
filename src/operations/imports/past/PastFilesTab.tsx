import { useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { NameButton } from '#kit/ui/NameButton.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { uploadedColumn } from '#operations/imports/batchColumns.tsx'
import { pastFileFormatters } from './cellFormatters.ts'
import { figureFiles, type PastFile } from './contract.ts'
import type { PastFileDrawerProps } from './PastFileDrawer.tsx'
import { statusNames, statusTones } from './rules.ts'

const PastFileDrawer = lazyWindow<'PastFileDrawer', PastFileDrawerProps>(
  () => import('./PastFileDrawer.tsx'),
  'PastFileDrawer',
  () => true,
)

/** 历史日数据: the list of workbooks with past figures, and the button to import another. */
export function PastFilesTab({ onOpen }: { onOpen: () => void }) {
  const [shown, setShown] = useOpenNumber('file')
  const [undoing, setUndoing] = useState<PastFile | null>(null)
  const undo = useAction(figureFiles.undo)
  return (
    <>
      <ListPage
        endpoint={figureFiles.list}
        name={t('历史日数据')}
        columns={columns(({ id }) => setShown(id))}
        tabs={{ key: 'status', options: choicesOf(statusNames) }}
        actions={[
          { key: 'past', label: t('导入历史日数据'), icon: 'upload', primary: true, onClick: onOpen },
        ]}
        rowActions={(row) => [
          { key: 'show', label: t('查看'), onClick: () => setShown(row.id) },
          row.status === 'committed' && {
            key: 'undo',
            label: t('撤销'),
            danger: true,
            disabled: !row.undoable && t('之后又导入过同一店铺和日期的历史数据'),
            onClick: () => setUndoing(row),
          },
        ]}
        empty={{
          text: t('还没有导入过历史日数据'),
          hint: t('上线之前的每日咨询数据，可以用模板一次补进来：店铺 × 日期，一行一天。'),
          action: { label: t('导入历史日数据'), onClick: onOpen },
        }}
      />
      {undoing && (
        <UndoWindow
          endpoint={figureFiles.undoConsequences}
          title={t('撤销“{name}”？', { name: undoing.fileName })}
          id={undoing.id}
          createdByName={undoing.createdByName}
          at={undoing.committedAt}
          onOk={() => undo.mutateAsync({ id: undoing.id, version: undoing.version })}
          onClose={() => setUndoing(null)}
        />
      )}
      {shown !== undefined && <PastFileDrawer key={shown} id={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

const columns = (onOpen: (row: PastFile) => void): Column<PastFile>[] => [
  {
    key: 'fileName',
    title: t('文件'),
    pinned: true,
    phone: 'name',
    width: 184,
    render: (row) => <NameButton onClick={() => onOpen(row)}>{row.fileName}</NameButton>,
  },
  { key: 'storesTotal', title: t('店铺数'), type: 'count', width: 76 },
  {
    key: 'days',
    title: t('数据日期'),
    width: 184,
    phone: 'note',
    words: pastFileFormatters.days,
  },
  ...countColumns(),
  {
    key: 'status',
    title: t('状态'),
    width: 84,
    phone: 'status',
    from: { field: 'status', names: statusNames },
    render: ({ status }) => <StatusTag tone={statusTones[status]} label={t(statusNames[status])} />,
  },
  { key: 'createdByName', title: t('导入人'), width: 88, phone: 'remark' },
  uploadedColumn(),
]

const countColumns = (): Column<PastFile>[] => [
  countColumn('create', t('新增')),
  countColumn('update', t('更新')),
  {
    key: 'faulty',
    title: t('没有采用'),
    type: 'count',
    width: 88,
    phone: 'figure',
    words: pastFileFormatters.faulty,
    // Red unless the import was undone.
    render: ({ counts: { conflict, error }, status }) =>
      conflict + error > 0 && status !== 'undone' ? (
        <span className="value-negative">{formatCount(conflict + error)}</span>
      ) : (
        formatCount(conflict + error)
      ),
  },
]

function countColumn(key: 'create' | 'update', title: string): Column<PastFile> {
  return { key, title, type: 'count', width: 76, words: pastFileFormatters[key] }
}
