import { App, Button, Popconfirm, Progress } from 'antd'
import { useState } from 'react'
import { formatBytes } from '#kit/files/formatBytes.ts'
import { formatCount, formatInstant } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { type ExportFile, type ExportState, exportFiles } from './contract.ts'
import { useFetchFile } from './fetchFile.tsx'
import { isUnderWay, RETENTION_DAYS, stateNames } from './rules.ts'
import './DownloadsTab.css'

/** Polling interval for the progress of files. */
const POLL_MS = 2_000

/** 下载中心: files exported in the background, with their progress. */
export function DownloadsTab() {
  const call = useCall(
    exportFiles.list,
    {},
    {
      messagePlace: 'inPage',
      refetchInterval: ({ state }) => (state.data?.some((file) => isUnderWay(file.state)) ? POLL_MS : false),
    },
  )
  return (
    <Panel title={t('下载中心')} hint={t('文件保留 {n} 天，只有您自己能下载', { n: RETENTION_DAYS })}>
      <Loaded call={call} skeleton={<TextSkeleton rows={4} />}>
        {(files) => (files.length > 0 ? <Files files={files} /> : <NoFiles />)}
      </Loaded>
    </Panel>
  )
}

function NoFiles() {
  return (
    <EmptyState
      text={t('还没有文件')}
      hint={t('在列表里导出超过 5,000 条时，文件在后台生成，完成后在这里领取。')}
    />
  )
}

function Files({ files }: { files: readonly ExportFile[] }) {
  return (
    <ul className="downloads" aria-label={t('下载中心')}>
      {files.map((file) => (
        <FileRow key={file.id} file={file} />
      ))}
    </ul>
  )
}

const TONES: Record<ExportState, 'orange' | 'blue' | 'green' | 'red' | 'grey'> = {
  waiting: 'orange',
  running: 'blue',
  done: 'green',
  failed: 'red',
  cancelled: 'grey',
}

function FileRow({ file }: { file: ExportFile }) {
  const { name, state, failure, createdAt, expiresOn } = file
  return (
    <li>
      <div>
        <p className="downloads-name">
          <strong>{name}</strong>
          <StatusTag tone={TONES[state]} label={t(stateNames[state])} />
        </p>
        {failure && <p className="downloads-failure">{failure}</p>}
        <p className="downloads-facts">
          <span>{t('{at} 开始', { at: formatInstant(createdAt) })}</span>
          {state === 'done' && <span>{t('共 {n} 条', { n: formatCount(file.rowsDone) })}</span>}
          {state === 'done' && <span>{formatBytes(file.bytes)}</span>}
          {state === 'done' && expiresOn && <span>{t('保留到 {day}', { day: expiresOn })}</span>}
        </p>
        {isUnderWay(state) && <FileProgress file={file} />}
      </div>
      {state === 'done' && <DownloadButton file={file} />}
      {isUnderWay(state) ? <CancelButton file={file} /> : <RemoveButton file={file} />}
    </li>
  )
}

function FileProgress({ file: { rowsDone, rowsTotal, name } }: { file: ExportFile }) {
  const percent = rowsTotal ? Math.floor((rowsDone * 100) / rowsTotal) : 0
  return (
    <div className="downloads-far">
      <Progress percent={percent} size="small" showInfo={false} aria-label={t('{name}的进度', { name })} />
      <span>{`${formatCount(rowsDone)} / ${formatCount(rowsTotal)}`}</span>
    </div>
  )
}

function DownloadButton({ file: { id, name } }: { file: ExportFile }) {
  const fetchFile = useFetchFile()
  const [busy, setBusy] = useState(false)
  const fetch = async () => {
    setBusy(true)
    await fetchFile(id)
    setBusy(false)
  }
  return (
    <Button loading={busy} onClick={() => void fetch()} aria-label={t('下载{name}', { name })}>
      {t('下载')}
    </Button>
  )
}

function CancelButton({ file: { id, name } }: { file: ExportFile }) {
  const { message } = App.useApp()
  const cancel = useAction(exportFiles.cancel, { onSuccess: () => void message.success(t('已取消导出')) })
  return (
    <Button
      loading={cancel.isPending}
      onClick={() => cancel.mutate({ id })}
      aria-label={t('取消导出{name}', { name })}
    >
      {t('取消')}
    </Button>
  )
}

function RemoveButton({ file: { id, name } }: { file: ExportFile }) {
  const { message } = App.useApp()
  const remove = useAction(exportFiles.remove, { onSuccess: () => void message.success(t('文件已删除')) })
  return (
    <Popconfirm
      title={t('删除这个文件？')}
      description={t('需要时可以在列表里重新导出。')}
      okButtonProps={{ danger: true }}
      onConfirm={() => remove.mutateAsync({ id })}
    >
      <Button danger type="text" aria-label={t('删除{name}', { name })}>
        {t('删除')}
      </Button>
    </Popconfirm>
  )
}
