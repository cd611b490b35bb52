import { useState } from 'react'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import { uploadedColumn } from '#operations/imports/batchColumns.tsx'
import { importSetup, type SetupRun } from './contract.ts'

const statusNames: Record<SetupRun['status'], string> = { done: '已完成', undone: '已撤销' }

/** 从文件新建: the runs that created stores from files, each with its undo. */
export function SetupRunsTab({ onImport }: { onImport: () => void }) {
  const [undoing, setUndoing] = useState<SetupRun | null>(null)
  const undo = useAction(importSetup.undo)
  return (
    <>
      <ListPage
        endpoint={importSetup.list}
        name={t('从文件新建')}
        exportable={false}
        columns={columns()}
        rowActions={(row) => [
          row.status === 'done' && {
            key: 'undo',
            label: t('撤销'),
            danger: true,
            disabled: !row.undoable && (row.whyNot ?? t('不是您可以撤销的')),
            onClick: () => setUndoing(row),
          },
        ]}
        empty={{
          text: t('还没有从文件新建过店铺'),
          hint: t('导入的文件里有没登记的店铺时，可以连同客户和昵称一起建好。'),
          action: { label: t('导入平台数据'), onClick: onImport },
        }}
      />
      {undoing && (
        <UndoWindow
          endpoint={importSetup.undoConsequences}
          title={t('撤销这次新建和导入？')}
          id={undoing.id}
          createdByName={undoing.createdByName}
          at={undoing.createdAt}
          onOk={() => undo.mutateAsync({ id: undoing.id, version: undoing.version })}
          onClose={() => setUndoing(null)}
        />
      )}
    </>
  )
}

const columns = (): Column<SetupRun>[] => [
  uploadedColumn(),
  { key: 'stores', title: t('新建店铺'), type: 'count', width: 92, phone: 'figure' },
  { key: 'customers', title: t('新建客户'), type: 'count', width: 92 },
  { key: 'nicks', title: t('对应昵称'), type: 'count', width: 92 },
  { key: 'files', title: t('文件'), type: 'count', width: 76, phone: 'figure' },
  { key: 'storeDays', title: t('店铺和日期'), type: 'count', width: 100 },
  {
    key: 'status',
    title: t('状态'),
    width: 92,
    phone: 'status',
    from: { field: 'status', names: statusNames },
    render: ({ status }) => (
      <StatusTag tone={status === 'done' ? 'green' : 'grey'} label={t(statusNames[status])} />
    ),
  },
  { key: 'createdByName', title: t('导入人'), width: 88, phone: 'name' },
]
