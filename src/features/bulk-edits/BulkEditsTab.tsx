import { Drawer } from 'antd'
import { useState } from 'react'
import type { Actor } from '#access/can.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { stateNames, stateTones } from '#kit/undoable.ts'
import { BulkEditView } from './BulkEditView.tsx'
import type { BulkEdit } from './contract.ts'
import { bulkEdits } from './contract.ts'
import { changesText } from './fields.tsx'
import { entityNames } from './rules.ts'

/** 批量修改: what was changed in bulk, by whom, what became of it; to look at, go on with, undo. */
export function BulkEditsTab() {
  const user = useUser()
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <>
      <ListPage
        endpoint={bulkEdits.list}
        name={t('批量修改')}
        columns={columns(user)}
        exportable={false}
        rowActions={(row) => [{ key: 'look', label: t('查看'), onClick: () => setOpened(row.id) }]}
        empty={{
          text: t('还没有批量修改过'),
          hint: t('在员工、客户或店铺列表里勾选几行，点“批量修改”。24 小时内可以整批撤销。'),
        }}
      />
      {opened !== null && <Opened id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function Opened({ id, onClose }: { id: number; onClose: () => void }) {
  const call = useCall(bulkEdits.get, { id }, { skipErrorHandler: true, staleTime: 0 })
  const [newer, setNewer] = useState<BulkEdit>()
  const edit = newer ?? call.data
  return (
    <Drawer
      open
      onClose={onClose}
      placement={endSide()}
      size={560}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      title={edit ? t('批量修改{kind}', { kind: t(entityNames[edit.entity]) }) : t('批量修改')}
    >
      {edit ? (
        <BulkEditView edit={edit} onChange={setNewer} onClose={onClose} />
      ) : call.error ? (
        <ErrorState error={call.error} onRetry={() => void call.refetch()} />
      ) : (
        <TextSkeleton rows={6} />
      )}
    </Drawer>
  )
}

function columns(user: Actor): Column<BulkEdit>[] {
  return [
    {
      key: 'changes',
      title: t('修改内容'),
      pinned: true,
      phone: 'name',
      width: 280,
      value: (row) => changesText(user, row).map(({ label, value }) => `${label} → ${value}`),
    },
    { key: 'entity', title: t('类别'), width: 80, phone: 'note', value: (row) => t(entityNames[row.entity]) },
    {
      key: 'state',
      title: t('状态'),
      width: 112,
      phone: 'status',
      value: (row) => t(stateNames[row.state]),
      render: ({ state }) => <StatusTag tone={stateTones[state]} label={t(stateNames[state])} />,
    },
    {
      key: 'done',
      title: t('成功'),
      type: 'count',
      width: 80,
      phone: 'figure',
      value: ({ counts }) => counts.done + counts.undone + counts.kept,
    },
    {
      key: 'failed',
      title: t('失败'),
      type: 'count',
      width: 80,
      phone: 'figure',
      value: (row) => row.counts.failed,
    },
    { key: 'skipped', title: t('跳过'), type: 'count', width: 80, value: (row) => row.counts.skipped },
    { key: 'createdByName', title: t('操作人'), width: 96, phone: 'note' },
    { key: 'runAt', title: t('时间'), type: 'instant' },
  ]
}
