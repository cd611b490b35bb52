import { Button } from 'antd'
import type { QueuedEntry } from '#kit/offlineQueue.ts'
import { t } from '#kit/text.ts'
import { useOfflineQueue } from '#kit/ui/offlineQueue.tsx'
import './WaitingBanner.css'

/** Lists, on every screen, the entries that are waiting to be sent and those that the server refused. */
export function OfflineQueueBanner() {
  const { entries, retry, drop } = useOfflineQueue()
  const refused = entries.filter(({ problem }) => problem !== undefined)
  const queued = entries.filter(({ problem }) => problem === undefined)
  if (entries.length === 0) return null
  return (
    <div className="waiting-banner" role="status">
      {queued.length > 0 && (
        <p>
          {t('等待发送：{titles}。已存在这台电脑上，网络恢复后自动发送。', { titles: titlesOf(queued) })}
          <Button size="small" onClick={retry}>
            {t('立即重试')}
          </Button>
        </p>
      )}
      {refused.map((entry) => (
        <p key={entry.seq}>
          {t('{title}没有发出：{problem}', { title: entry.title, problem: entry.problem ?? '' })}
          <Button size="small" onClick={retry}>
            {t('重试')}
          </Button>
          <Button size="small" onClick={() => drop(entry)}>
            {t('不再发送')}
          </Button>
        </p>
      ))}
    </div>
  )
}

function titlesOf(entries: readonly QueuedEntry[]): string {
  return [...new Set(entries.map(({ title }) => title))].join(t('、'))
}
