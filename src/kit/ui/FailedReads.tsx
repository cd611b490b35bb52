import { notifyManager, type Query, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { t } from '#kit/text.ts'
import { failureKindText } from './FailureDetails.tsx'
import { Icon } from './Icon.tsx'
import { FailureBar } from './RefreshFailed.tsx'
import './FailedReads.css'

/** A failed read of a mounted component that does not show the failure itself. */
const isFailed = (query: Query) =>
  query.state.error !== null && query.isActive() && query.meta?.messagePlace !== 'inPage'

const failedQueries = (cache: QueryCache) => cache.getAll().filter(isFailed)

/**
 * Shows failures of reads that have no place of their own (choices, preferences): their message on top of the page is
 * brief or, for showType 0, absent. The bar remains until the reads succeed or the user closes it, also above windows.
 */
export function FailedReads() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  )
  const keys = useSyncExternalStore(subscribe, () =>
    failedQueries(cache)
      .map(({ queryHash }) => queryHash)
      .join(),
  )
  const [closed, setClosed] = useState('')
  // The next failure is shown again.
  if (keys === '' && closed !== '') setClosed('')
  const error = failedQueries(cache)[0]?.state.error
  if (!error || keys === closed) return null
  return (
    <div className="failed-reads">
      <FailureBar
        title={t('有内容没有加载成功，选项或设置可能不全：{why}', { why: failureKindText(error) })}
        error={error}
        onRetry={() => void queries.refetchQueries({ predicate: isFailed })}
      />
      <Button
        type="text"
        size="small"
        icon={<Icon name="close" />}
        aria-label={t('关闭')}
        onClick={() => setClosed(keys)}
      />
    </div>
  )
}
