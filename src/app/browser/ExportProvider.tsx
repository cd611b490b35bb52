import { App } from 'antd'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { SETTINGS } from '#app/routes.ts'
import { useClient } from '#kit/clientContext.tsx'
import { t, textLocaleOf } from '#kit/text.ts'
import { type BackgroundExport, BackgroundExportProvider } from '#kit/ui/backgroundExport.tsx'
import { type ExportEntry, ExportLogProvider } from '#kit/ui/exportLog.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { exportFiles } from '#platform/exports/contract.ts'

/** 下载中心 is a tab of the settings. */
export const DOWNLOADS = `${SETTINGS}?tab=downloads`

/** Loaded with the first export. */
const loadContract = () => import('#platform/exports/contract.ts')

const ExportWatch = lazyPart(() => import('#platform/exports/ExportWatch.tsx'), 'ExportWatch')

/**
 * Provides the export functions of kit's lists: small exports are logged; large ones are written by the server, and
 * `ExportWatch` reports when they are done.
 */
export function ExportProvider({ children }: { children: ReactNode }) {
  const { message } = App.useApp()
  const client = useClient()
  const [pendingIds, setPendingIds] = useState<readonly number[]>([])
  const record = useCallback(
    async (entry: ExportEntry) => client.call((await loadContract()).exportLog.record, entry),
    [client],
  )
  const start = useCallback(
    async (exportedList: BackgroundExport) => {
      const locale = textLocaleOf(document.documentElement.lang)
      const request = { ...exportedList, locale } as Parameters<
        typeof client.call<typeof exportFiles.start>
      >[1]
      const { id } = await client.call((await loadContract()).exportFiles.start, request)
      setPendingIds((before) => [...before, id])
      message.success(t('已开始在后台导出，完成时会提醒您'))
    },
    [client, message],
  )
  const removePending = useCallback(
    (id: number) => setPendingIds((before) => before.filter((one) => one !== id)),
    [],
  )
  return (
    <ExportLogProvider value={record}>
      <BackgroundExportProvider value={start}>{children}</BackgroundExportProvider>
      {pendingIds.length > 0 && (
        <Suspense>
          <ExportWatch pendingIds={pendingIds} centre={DOWNLOADS} onNotified={removePending} />
        </Suspense>
      )}
    </ExportLogProvider>
  )
}
