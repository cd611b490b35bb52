import { Segmented } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { NickClaims } from '#clients/stores/nicks/ui/NickClaims.tsx'
import { UnmatchedNicks } from '#clients/stores/nicks/ui/UnmatchedNicks.tsx'
import { storeOptions } from '#clients/stores/options/contract.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { Filter, RowAction } from '#kit/ui/list/declare.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import { useOpenFromAddress } from '#kit/ui/useOpenFromAddress.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import type { BatchDrawerProps } from './BatchDrawer.tsx'
import { batchColumns, statusNames } from './batchColumns.tsx'
import { type ImportBatch, imports } from './contract.ts'
import { PastFilesTab } from './past/PastFilesTab.tsx'
import { formatNames } from './rules.ts'
import { SetupRunsTab } from './setup/SetupRunsTab.tsx'
import { type ImportControls, useImport } from './ui/useImport.tsx'
import './ImportsScreen.css'

const BatchDrawer = lazyWindow<'BatchDrawer', BatchDrawerProps>(
  () => import('./BatchDrawer.tsx'),
  'BatchDrawer',
  ({ id }) => id !== null,
)

const VIEWS = { files: '平台文件', setups: '从文件新建', past: '历史日数据', nicks: '昵称认领' }

type View = keyof typeof VIEWS

/** 导入记录: imports of platform files, stores created from them, imports of figures before going live, and claims of nicks. */
export function ImportsScreen() {
  const importing = useImport()
  useOpenFromAddress('import', () => importing.open())
  const [params, setParams] = useSearchParams()
  const requested = params.get('view')
  const view: View = requested && Object.hasOwn(VIEWS, requested) ? (requested as View) : 'files'
  return (
    <div className="imports-screen">
      <Segmented<View>
        className="imports-views"
        options={(Object.keys(VIEWS) as View[]).map((value) => ({ value, label: t(VIEWS[value]) }))}
        value={view}
        onChange={(next) => setParams(next === 'files' ? {} : { view: next })}
        aria-label={t('导入记录')}
      />
      {view === 'past' && <PastFilesTab onOpen={importing.openPast} />}
      {view === 'setups' && <SetupRunsTab onImport={() => importing.open()} />}
      {view === 'files' && <PlatformFiles importing={importing} />}
      {view === 'nicks' && (
        <>
          <NickClaims />
          <UnmatchedNicks />
        </>
      )}
      {importing.drawer}
    </div>
  )
}

function PlatformFiles({ importing }: { importing: ImportControls }) {
  const [shown, setShown] = useOpenNumber('batch')
  const [undoing, setUndoing] = useState<ImportBatch | null>(null)
  const undo = useAction(imports.undo)
  return (
    <>
      <UnmatchedNicks atFirst={3} />
      <NickClaims atFirst={3} brief />
      <ListPage
        endpoint={imports.list}
        name={t('导入记录')}
        columns={batchColumns((row) => setShown(row.id))}
        filters={filters()}
        tabs={{
          key: 'status',
          options: Object.entries(statusNames).map(([value, { label }]) => ({ value, label: t(label) })),
        }}
        actions={[importing.action]}
        rowActions={(row) => [
          { key: 'show', label: t('查看'), onClick: () => setShown(row.id) },
          row.status === 'committed' && undoAction(row, () => setUndoing(row)),
        ]}
        empty={{
          text: t('还没有导入记录'),
          hint: t('从各平台后台导出客服数据，在这里一次导入；确认之前不写入任何数据。'),
          action: { label: t('导入平台数据'), onClick: () => importing.open() },
        }}
      />
      <BatchDrawer id={shown ?? null} onClose={() => setShown(undefined)} />
      {undoing && (
        <UndoWindow
          endpoint={imports.undoConsequences}
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

const filters = (): Filter<'storeId' | 'platform' | 'from' | 'to'>[] => [
  { key: 'storeId', label: t('店铺'), control: 'remote', options: storeOptions },
  {
    key: 'platform',
    label: t('平台'),
    control: 'multi',
    options: Object.entries(formatNames).map(([value, label]) => ({ value, label: t(label) })),
  },
  { from: 'from', to: 'to', label: t('导入时间'), control: 'days', future: false },
]

/** 撤销 for an import; disabled, with the reason, if it cannot be undone. */
const undoAction = (row: ImportBatch, onClick: () => void): RowAction => ({
  key: 'undo',
  label: t('撤销'),
  danger: true,
  onClick,
  disabled: !row.undoable && t('之后又导入过同一店铺和日期，或不是您可以撤销的导入'),
})
