import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { bindsDirectly } from '#clients/stores/nicks/rules.ts'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { UndoWindow } from '#kit/ui/UndoWindow.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { imports } from '#operations/imports/contract.ts'
import { SetUpFile, SetupResult } from '#operations/imports/setup/SetupResult.tsx'
import type { SetupRunner } from '#operations/imports/setup/useSetupRun.tsx'
import { PendingLink } from './PendingLink.tsx'
import {
  type CommittedImport,
  chosenGroups,
  commitInput,
  type FileEntry,
  isFinished,
  type Owners,
} from './rules.ts'
import type { Files } from './useFiles.tsx'
import './ResultView.css'

interface ResultProps {
  files: Files
  owners: Owners
  runner: SetupRunner
  onContinue: () => void
}

/** The result of each file that was written or refused, with the report and the undo. */
export function ResultView({ files, owners, runner, onContinue }: ResultProps) {
  const done = files.entries.filter(isFinished)
  const failed = done.filter(({ phase }) => phase === 'refused').length
  const remaining = files.entries.length - done.length
  return (
    <div className="import-result">
      {runner.result && <SetupResult run={runner.result} entries={done} onUndo={runner.undo} />}
      <div role="status">
        <h3>
          {failed === 0
            ? t('{n} 个文件已写入', { n: done.length })
            : t('成功 {ok} 个，失败 {failed} 个', { ok: done.length - failed, failed })}
        </h3>
      </div>
      <ul>
        {done.map((entry) => (
          <li key={entry.key}>
            {entry.setUp ? (
              <SetUpFile entry={entry} setUp={entry.setUp} run={runner.result} />
            ) : entry.phase === 'written' && entry.written ? (
              <WrittenFile
                entry={entry}
                owners={owners}
                written={entry.written}
                opensNewTab={remaining + failed > 0}
                onUndo={() => files.undo(entry)}
              />
            ) : (
              <RefusedFile entry={entry} />
            )}
          </li>
        ))}
      </ul>
      {remaining + failed > 0 && (
        <p className="import-left">
          {t('还有 {n} 个文件没有写入，填过的内容都在。', { n: remaining + failed })}
          <Button type="link" size="small" onClick={onContinue}>
            {t('继续处理')}
          </Button>
        </p>
      )}
    </div>
  )
}

interface WrittenFileProps {
  entry: FileEntry
  owners: Owners
  written: CommittedImport
  /** Opens the report in a new tab, because files are left here. */
  opensNewTab: boolean
  onUndo: () => Promise<void>
}

function WrittenFile({ entry, owners, written, opensNewTab, onUndo }: WrittenFileProps) {
  const [isUndoing, setUndoing] = useState(false)
  const undone = written.status === 'undone'
  const claimed = useClaimedCount(entry, owners)
  return (
    <>
      <span className={undone ? 'import-sign' : 'import-sign import-sign-good'}>
        <Icon name={undone ? 'undo' : 'check'} size={14} />
      </span>
      <div>
        <p className="import-result-name">{entry.name}</p>
        <p>{undone ? t('已撤销，数据恢复到导入之前。') : countsOf(entry, written)}</p>
        {claimed > 0 && <p>{t('认领了 {n} 个昵称，等组长确认。', { n: claimed })}</p>}
      </div>
      {!undone && (
        <span className="import-result-acts">
          {(entry.preview?.pending.length ?? 0) > 0 && <PendingLink />}
          <Link to={reportPath(written)} target={opensNewTab ? '_blank' : undefined}>
            {t('查看当天报表')}
          </Link>
          <Button type="link" size="small" onClick={() => setUndoing(true)}>
            {t('撤销')}
          </Button>
        </span>
      )}
      {isUndoing && (
        <UndoWindow
          endpoint={imports.undoConsequences}
          title={t('撤销“{name}”？', { name: entry.name })}
          id={written.id}
          createdByName={written.createdByName}
          at={written.committedAt}
          onOk={onUndo}
          onClose={() => setUndoing(false)}
        />
      )}
    </>
  )
}

/** Number of nicks that a member has claimed with the file. */
function useClaimedCount(entry: FileEntry, owners: Owners): number {
  const binds = bindsDirectly(useUser())
  const { preview } = entry
  return binds || !preview ? 0 : (commitInput({ ...entry, preview }, owners).bindings?.length ?? 0)
}

function RefusedFile({ entry }: { entry: FileEntry }) {
  return (
    <>
      <span className="import-sign import-sign-bad">
        <Icon name="close" size={14} />
      </span>
      <div>
        <p className="import-result-name">{entry.name}</p>
        <p className="import-why-red">{entry.failure?.sentence}</p>
      </div>
    </>
  )
}

function countsOf(entry: FileEntry, { groups, counts }: CommittedImport): string {
  const written = chosenGroups(entry)
  const only = written.length === 1 ? written[0] : undefined
  const place = only
    ? `${only.storeName ?? ''} ${only.on ?? ''}`
    : t('{n} 组店铺和日期', { n: written.length || groups.filter(({ committed }) => committed).length })
  if (!counts) return place
  const ended = written.flatMap(({ corrections }) => corrections.filter(({ stays }) => !stays)).length
  const parts = [
    counts.inserted > 0 && t('新增 {n} 行', { n: formatCount(counts.inserted) }),
    counts.replaced > 0 && t('替换 {n} 行', { n: formatCount(counts.replaced) }),
    counts.unchanged > 0 && t('{n} 行不变', { n: formatCount(counts.unchanged) }),
    counts.removed > 0 && t('删去 {n} 行', { n: formatCount(counts.removed) }),
    counts.kept > 0 && t('原有 {n} 行保留', { n: formatCount(counts.kept) }),
    ended > 0 && t('取代 {n} 个手工更正', { n: formatCount(ended) }),
  ]
  return t('{place}：{counts}', { place, counts: parts.filter(Boolean).join(t('，')) || t('没有变化') })
}

/** Path to the report of the days and stores that were written. */
function reportPath({ groups }: CommittedImport): string {
  const written = groups.filter(({ committed }) => committed)
  const days = written.flatMap(({ on }) => on ?? []).toSorted()
  const query = new URLSearchParams({ from: days[0] ?? '', to: days.at(-1) ?? '' })
  for (const id of new Set(written.flatMap(({ storeId }) => storeId ?? []))) query.append('storeId', `${id}`)
  return `/daily-store-report?${query}`
}

interface FooterProps {
  entries: readonly FileEntry[]
  onContinue: () => void
  onClose: () => void
}

export function ResultFooter({ entries, onContinue, onClose }: FooterProps) {
  const hasRemaining = entries.some(({ phase }) => phase !== 'written')
  return (
    <div className="import-foot">
      <p />
      <div className="import-foot-acts">
        {hasRemaining && <Button onClick={onClose}>{t('关闭')}</Button>}
        {hasRemaining ? (
          <Button type="primary" onClick={onContinue}>
            {t('继续处理')}
          </Button>
        ) : (
          <>
            <Button onClick={onContinue}>{t('继续导入')}</Button>
            <Button type="primary" onClick={onClose}>
              {t('完成')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
