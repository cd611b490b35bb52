import { App } from 'antd'
import { useRef, useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { useBackgroundExport } from '#kit/ui/backgroundExport.tsx'
import { useExportLog } from '#kit/ui/exportLog.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { Fetched, Source } from './exportList.tsx'
import { MAX_ROWS } from './fetchAll.tsx'

/** A list that can be exported, and how its rows are fetched. */
interface Exportable<T> extends Source<T> {
  total: number
  fetchRows: (onProgress: (fetched: number) => void, signal: AbortSignal) => Promise<Fetched<T>>
  /** The totals of chosen rows. */
  totalsOf: (rows: T[]) => Fetched<T>['totals']
}

export interface Exporting<T> {
  /** The button's label while the export runs; null otherwise. */
  progress: string | null
  /** Exports the given rows, or all that the filters find. */
  run: (rows?: T[]) => Promise<void>
  /** Cancels the running export. */
  cancel: () => void
}

/** 导出: what the user sees (the same filters, the visible columns in their order) as an .xlsx. */
export function useExport<T>(source: Exportable<T>): Exporting<T> {
  const { message } = App.useApp()
  const save = useSave(source)
  const inBackground = useInBackground(source)
  const [progress, setProgress] = useState<string | null>(null)
  const abortController = useRef(new AbortController())
  const run = async (chosen?: T[]) => {
    if (!chosen && source.total > MAX_ROWS) return inBackground().catch(ignoreShownErrors)
    abortController.current = new AbortController()
    const { signal } = abortController.current
    setProgress(t('正在导出'))
    const report = (fetched: number) =>
      setProgress(t('正在导出 {n}/{all}', { n: formatCount(fetched), all: formatCount(source.total) }))
    try {
      const found = chosen
        ? { rows: chosen, totals: source.totalsOf(chosen) }
        : await source.fetchRows(report, signal)
      await save(found, chosen !== undefined, signal)
      message.success(t('已导出 {n} 条', { n: formatCount(found.rows.length) }))
    } catch (error) {
      if (signal.aborted) message.info(t('已取消导出'))
      else ignoreShownErrors(error)
    } finally {
      setProgress(null)
    }
  }
  return { progress, run, cancel: () => abortController.current.abort() }
}

/** Saves the file. The code that creates it is loaded on demand. */
function useSave<T>(source: Exportable<T>) {
  const client = useClient()
  const log = useExportLog()
  const { name: person, companyName } = useUser()
  return async (found: Fetched<T>, chosen: boolean, signal: AbortSignal) => {
    const { exportList } = await import('./exportList.tsx')
    await exportList(source, found, chosen, { client, log, person, companyName, signal })
  }
}

/** Asks whether the server should write the file. */
function useInBackground<T>(source: Exportable<T>) {
  const { modal } = App.useApp()
  const client = useClient()
  const start = useBackgroundExport()
  return async () => {
    const { backgroundExport } = await import('./exportList.tsx')
    const request = await backgroundExport(source, client)
    modal.confirm({ ...question(source.total), onOk: () => start(request) })
  }
}

function question(total: number) {
  return {
    title: t('在后台导出 {n} 条？', { n: formatCount(total) }),
    content: t('超过 {n} 条的列表在后台生成文件，您可以继续做别的事。完成后到「下载中心」领取，保留 7 天。', {
      n: formatCount(MAX_ROWS),
    }),
    okText: t('开始导出'),
  }
}
