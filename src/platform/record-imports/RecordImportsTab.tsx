import { useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { SheetDrawer } from '#kit/ui/sheets/SheetDrawer.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { stateNames, stateTones } from '#kit/undoable.ts'
import { recordImportFormatters } from './cellFormatters.ts'
import { type RecordImport, recordImports } from './contract.ts'
import { RecordImportView } from './RecordImportView.tsx'
import { entityNames } from './rules.ts'
import { recordImportsOf, useRecordImport } from './ui/useRecordImport.tsx'

/** 个人设置 → 资料导入: the list of imports with their results, and a new one of any kind that the user may import. */
export function RecordImportsTab() {
  const [opened, setOpened] = useOpenNumber('file')
  const [first, ...others] = recordImportsOf(useUser())
  const importing = useRecordImport(first ?? 'store', ...others)
  return (
    <>
      <ListPage
        endpoint={recordImports.list}
        name={t('资料导入')}
        columns={columns()}
        exportable={false}
        actions={[first && { ...importing.action, primary: true }]}
        rowActions={(row) => [{ key: 'look', label: t('查看'), onClick: () => setOpened(row.id) }]}
        empty={{
          text: t('还没有导入过资料'),
          hint: t('先选类别，下载模板，填好后上传。员工、客户、店铺等列表里也有这个按钮。'),
          ...(first && { action: { label: t('导入资料'), onClick: importing.action.onClick } }),
        }}
      />
      {importing.window}
      {opened !== undefined && <OpenedImport key={opened} id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const columns = (): Column<RecordImport>[] => [
  { key: 'fileName', title: t('文件'), pinned: true, phone: 'name', width: 200 },
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
  count('created', t('新增'), 'figure'),
  count('updated', t('更新'), 'figure'),
  { ...count('same', t('不变')), hidden: true },
  count('bad', t('没有写入')),
  { key: 'createdByName', title: t('操作人'), width: 88, phone: 'note' },
  { key: 'runAt', title: t('时间'), type: 'instant' },
]

function count(
  key: 'created' | 'updated' | 'same' | 'bad',
  title: string,
  phone?: 'figure',
): Column<RecordImport> {
  return { key, title, type: 'count', width: 72, words: recordImportFormatters[key], ...(phone && { phone }) }
}

/** An earlier import, to view, continue or undo. */
function OpenedImport({ id, onClose }: { id: number; onClose: () => void }) {
  const call = useCall(recordImports.get, { id }, { messagePlace: 'inPage', staleTime: 0 })
  const [newer, setNewer] = useState<RecordImport>()
  const entity = call.data?.entity
  const title = entity ? t('导入{kind}资料', { kind: t(entityNames[entity]) }) : t('资料导入')
  return (
    <SheetDrawer title={title} onClose={onClose}>
      <Loaded call={call} skeleton={<TextSkeleton rows={8} />}>
        {(found) => <RecordImportView found={newer ?? found} onChange={setNewer} onClose={onClose} />}
      </Loaded>
    </SheetDrawer>
  )
}
