import { useState } from 'react'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { NameButton } from '#kit/ui/NameButton.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import { clockFormatters } from './cellFormatters.ts'
import { type ClockFile, clock } from './contract.ts'
import { fileStatusNames, fileStatusTones, sourceNames } from './rules.ts'

interface Props {
  onImport: () => void
  onOpen: (id: number) => void
}

/** 导入记录: the files of clock records. */
export function FilesView({ onImport, onOpen }: Props) {
  const [undoing, setUndoing] = useState<ClockFile | null>(null)
  const undo = useAction(clock.undo)
  return (
    <>
      <ListPage
        endpoint={clock.files}
        name={t('打卡文件')}
        columns={columns(({ id }) => onOpen(id))}
        tabs={{ key: 'status', options: choicesOf(fileStatusNames) }}
        actions={[{ key: 'import', label: t('导入打卡'), icon: 'upload', primary: true, onClick: onImport }]}
        rowActions={(row) => [
          { key: 'show', label: t('查看'), onClick: () => onOpen(row.id) },
          row.status === 'committed' && {
            key: 'undo',
            label: t('撤销'),
            danger: true,
            onClick: () => setUndoing(row),
          },
        ]}
        empty={{
          text: t('还没有导入过打卡'),
          hint: t('每次导入都在这里，写入后可以撤销。'),
          action: { label: t('导入打卡'), onClick: onImport },
        }}
      />
      {undoing && (
        <UndoWindow
          endpoint={clock.undoConsequences}
          title={t('撤销“{name}”？', { name: undoing.fileName })}
          id={undoing.id}
          createdByName={undoing.createdByName}
          at={undoing.committedAt}
          onOk={() => undo.mutateAsync({ id: undoing.id, version: undoing.version })}
          onClose={() => setUndoing(null)}
        />
      )}
    </>
  )
}

const columns = (onOpen: (row: ClockFile) => void): Column<ClockFile>[] => [
  {
    key: 'fileName',
    title: t('文件'),
    pinned: true,
    phone: 'name',
    width: 216,
    render: (row) => <NameButton onClick={() => onOpen(row)}>{row.fileName}</NameButton>,
  },
  {
    key: 'source',
    title: t('来源'),
    width: 96,
    phone: 'note',
    from: { field: 'source', names: sourceNames },
  },
  { key: 'days', title: t('打卡日期'), width: 208, phone: 'note', words: clockFormatters.days },
  { key: 'rowsTotal', title: t('行数'), type: 'count', width: 80, phone: 'figure' },
  {
    key: 'written',
    title: t('算数的打卡'),
    type: 'count',
    width: 104,
    phone: 'figure',
    hint: t('一个人的一天算一条；撤销后归零'),
  },
  {
    key: 'status',
    title: t('状态'),
    width: 88,
    phone: 'status',
    from: { field: 'status', names: fileStatusNames },
    render: ({ status }) => <StatusTag tone={fileStatusTones[status]} label={t(fileStatusNames[status])} />,
  },
  { key: 'createdByName', title: t('导入人'), width: 88, phone: 'remark' },
  { key: 'createdAt', title: t('上传时间'), type: 'instant', width: 168 },
]
