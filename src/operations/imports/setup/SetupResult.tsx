import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import type { FileEntry } from '#operations/imports/drawer/rules.ts'
import { importSetup, type SetupRun } from './contract.ts'
import './SetupResult.css'

interface Props {
  run: SetupRun
  entries: readonly FileEntry[]
  onUndo: () => Promise<void>
}

/** What was created and imported in one go, what comes next, and the undo of all of it. */
export function SetupResult({ run, entries, onUndo }: Props) {
  const [isUndoing, setUndoing] = useState(false)
  const undone = run.status === 'undone'
  return (
    <section className="setup-result" aria-label={t('从文件新建')}>
      <Icon name={undone ? 'undo' : 'check'} size={16} />
      <div role="status">
        <h3>{undone ? t('已撤销：新建的店铺、客户和昵称都已删去，数据恢复到导入之前') : describeRun(run)}</h3>
        {!undone && run.stores > 0 && <p>{t('新店铺还没有价格：数字照常进报表，出账前要补')}</p>}
      </div>
      {!undone && (
        <span className="setup-result-acts">
          {run.storeDays > 0 && <Link to={reportPath(entries)}>{t('查看报表')}</Link>}
          {run.stores > 0 && <Link to="/store-management?price=none">{t('去设置计费')}</Link>}
          <Button size="small" onClick={() => setUndoing(true)}>
            {t('全部撤销')}
          </Button>
        </span>
      )}
      {isUndoing && (
        <UndoWindow
          endpoint={importSetup.undoConsequences}
          title={t('撤销这次新建和导入？')}
          id={run.id}
          createdByName={run.createdByName}
          at={run.createdAt}
          onOk={onUndo}
          onClose={() => setUndoing(false)}
        />
      )}
    </section>
  )
}

/** What a run created and imported, as a sentence. */
export function describeRun({ stores, customers, nicks, files, storeDays }: SetupRun): string {
  const created = [
    stores > 0 && t('新建 {n} 家店铺', { n: stores }),
    customers > 0 && t('新建 {n} 位客户', { n: customers }),
    nicks > 0 && t('对应 {n} 个昵称', { n: nicks }),
    storeDays > 0 && t('导入 {files} 个文件、{n} 组店铺和日期', { files, n: storeDays }),
  ]
  return created.filter(Boolean).join(t('，'))
}

/** The report of the days that were imported. */
function reportPath(entries: readonly FileEntry[]): string {
  const days = entries.flatMap(({ setUp, preview }) => (setUp ? (preview?.groups ?? []) : []))
  const sorted = days.flatMap(({ on }) => on ?? []).toSorted()
  return `/daily-store-report?${new URLSearchParams({ from: sorted[0] ?? '', to: sorted.at(-1) ?? '' })}`
}

interface FileProps {
  entry: FileEntry
  setUp: NonNullable<FileEntry['setUp']>
  run: SetupRun | null
}

/** A file that was imported together with new stores; it is undone with them. */
export function SetUpFile({ entry, setUp: { committedGroups, leftGroups }, run }: FileProps) {
  const undone = run?.status === 'undone'
  return (
    <>
      <span className={undone ? 'import-sign' : 'import-sign import-sign-good'}>
        <Icon name={undone ? 'undo' : 'check'} size={14} />
      </span>
      <div>
        <p className="import-result-name">{entry.name}</p>
        <p>
          {undone ? t('已撤销，数据恢复到导入之前。') : t('导入 {n} 组店铺和日期', { n: committedGroups })}
          {leftGroups > 0 && t('；{n} 组没有导入，留在“待确认”里', { n: leftGroups })}
        </p>
      </div>
    </>
  )
}
