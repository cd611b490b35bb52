import { Drawer } from 'antd'
import { useState } from 'react'
import type { CellFormatter } from '#kit/cellFormatter.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { useSuppliedParts } from '#kit/ui/suppliedParts.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { stateNames, stateTones } from '#kit/undoable.ts'
import { BulkEditView } from './BulkEditView.tsx'
import { bulkEditFormatters } from './cellFormatters.ts'
import { type BulkEdit, bulkEdits } from './contract.ts'
import { entityNames } from './rules.ts'
import { useBulkFields } from './useBulkFields.tsx'

/** 批量修改: the list of bulk edits, to view, continue or undo. */
export function BulkEditsTab() {
  const { BulkControls } = useSuppliedParts()
  return (
    <BulkControls>
      <BulkEdits />
    </BulkControls>
  )
}

function BulkEdits() {
  const { changesText } = useBulkFields()
  const [opened, setOpened] = useOpenNumber('edit')
  return (
    <>
      <ListPage
        endpoint={bulkEdits.list}
        name={t('批量修改')}
        columns={columns(changesText)}
        exportable={false}
        rowActions={(row) => [{ key: 'look', label: t('查看'), onClick: () => setOpened(row.id) }]}
        empty={{
          text: t('还没有批量修改过'),
          hint: t('在员工、客户或店铺列表里勾选几行，点“批量修改”。24 小时内可以整批撤销。'),
        }}
      />
      {opened !== undefined && <Opened key={opened} id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function Opened({ id, onClose }: { id: number; onClose: () => void }) {
  const call = useCall(bulkEdits.get, { id }, { messagePlace: 'inPage', staleTime: 0 })
  const [newer, setNewer] = useState<BulkEdit>()
  const entity = call.data?.entity
  return (
    <Drawer
      open
      onClose={onClose}
      placement={endSide()}
      size={560}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      title={entity ? t('批量修改{kind}', { kind: t(entityNames[entity]) }) : t('批量修改')}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
        {(data) => <BulkEditView edit={newer ?? data} onChange={setNewer} onClose={onClose} />}
      </Loaded>
    </Drawer>
  )
}

function columns(changesText: ChangesText): Column<BulkEdit>[] {
  return [
    {
      key: 'changes',
      title: t('修改内容'),
      pinned: true,
      phone: 'name',
      width: 208,
      words: changesFormatter(changesText),
    },
    {
      key: 'entity',
      title: t('类别'),
      width: 64,
      phone: 'note',
      from: { field: 'entity', names: entityNames },
    },
    {
      key: 'state',
      title: t('状态'),
      width: 96,
      phone: 'status',
      from: { field: 'state', names: stateNames },
      render: ({ state }) => <StatusTag tone={stateTones[state]} label={t(stateNames[state])} />,
    },
    count('done', t('成功'), 'figure'),
    count('failed', t('失败'), 'figure'),
    count('skipped', t('跳过')),
    { key: 'createdByName', title: t('操作人'), width: 88, phone: 'note' },
    { key: 'runAt', title: t('时间'), type: 'instant' },
  ]
}

function count(key: 'done' | 'failed' | 'skipped', title: string, phone?: 'figure'): Column<BulkEdit> {
  return { key, title, type: 'count', width: 72, words: bulkEditFormatters[key], ...(phone && { phone }) }
}

type ChangesText = ReturnType<typeof useBulkFields>['changesText']

/** For example 负责人 → 沈佳. Depends on the user's fields, so the column exists on the screen only. */
const changesFormatter = (changesText: ChangesText): CellFormatter<BulkEdit> => ({
  name: 'bulkEdits.changes',
  of: (row) => changesText(row).map(({ label, value }) => `${label} → ${value}`),
})
