import { App, Button } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { type ExportFile, exportFiles } from './contract.ts'
import { useFetchFile } from './fetchFile.tsx'
import { isUnderWay } from './rules.ts'

const POLL_MS = 4_000

interface Props {
  /** Files requested in this window without a notification so far. */
  pendingIds: readonly number[]
  /** The path of the download centre. */
  centre: string
  onNotified: (id: number) => void
}

/** Notifies the user when a file requested in this window is ready or has failed. */
export function ExportWatch({ pendingIds, centre, onNotified }: Props) {
  const showNotification = useExportNotification(centre)
  // A failed poll shows no message: the next one follows within seconds, and 下载中心 shows the failure.
  const { data } = useCall(exportFiles.list, {}, { refetchInterval: POLL_MS, messagePlace: 'inPage' })
  useEffect(() => {
    for (const file of data ?? []) {
      if (!pendingIds.includes(file.id) || isUnderWay(file.state)) continue
      onNotified(file.id)
      if (file.state !== 'cancelled') showNotification(file)
    }
  })
  return null
}

/** A function that shows the notification of a file that is ready or has failed. */
function useExportNotification(centre: string): (file: ExportFile) => void {
  const { notification } = App.useApp()
  const fetchFile = useFetchFile()
  const navigate = useNavigate()
  return (file) => {
    const done = file.state === 'done'
    const action = done
      ? { label: t('下载'), onClick: () => void fetchFile(file.id) }
      : { label: t('查看'), onClick: () => void navigate(centre) }
    notification[done ? 'success' : 'error']({
      ...exportTexts(file),
      duration: 0,
      actions: (
        <Button size="small" onClick={action.onClick}>
          {action.label}
        </Button>
      ),
    })
  }
}

function exportTexts(file: ExportFile) {
  if (file.state === 'done') {
    return { title: t('导出完成'), description: t('「{name}」可以下载了。', { name: file.name }) }
  }
  return { title: t('导出没有完成'), description: file.failure ?? '' }
}
