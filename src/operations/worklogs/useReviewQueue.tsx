import { App } from 'antd'
import { useState } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { worklogs } from './contract.ts'
import { nextToReview } from './rules.ts'

interface Opened {
  /** The log to show; null if the drawer is closed. */
  id: number | null
  /** Filters and order of the list from which the log was opened. */
  query: Record<string, unknown>
  onShow: (id: number) => void
  onClose: () => void
}

/** Maximum number of logs to review that are read to find the next one. */
const MAX_TO_REVIEW = 100

const NONE: readonly number[] = []

/** The logs of the list that the user has to review, one after the other. */
export function useReviewQueue({ id, query, onShow, onClose }: Opened) {
  const { message } = App.useApp()
  const { data: before, refetch } = useCall(
    worklogs.list,
    { ...query, status: 'toReview', current: 1, pageSize: MAX_TO_REVIEW },
    { enabled: id !== null, messagePlace: 'inPage' },
  )
  const waiting = id === null ? NONE : idsOf(before)
  const queue = useQueue(id !== null, waiting)
  const showNext = async () => {
    const { data: now, isError } = await refetch()
    // If the request failed, the next log is unknown; the list shows the error.
    if (isError) return onClose()
    const next = nextToReview(id ?? 0, idsOf(before), idsOf(now))
    if (next !== undefined) return onShow(next)
    void message.success(t('列表里待审核的日志都处理完了'))
    onClose()
  }
  const at = id === null ? -1 : queue.indexOf(id)
  return {
    showNext,
    hasNext: waiting.some((other) => other !== id),
    /** The place of the log among those that waited since the drawer was opened; null for another log. */
    place: at < 0 ? null : { n: at + 1, all: queue.length },
    previous: at < 0 ? undefined : queue[at - 1],
    next: at < 0 ? undefined : queue[at + 1],
  }
}

/** Keeps the logs that are done in their place, so that the count goes on: 第 4 份，共 12 份. */
function useQueue(isOpen: boolean, waiting: readonly number[]): readonly number[] {
  const [queue, setQueue] = useState(NONE)
  const added = waiting.filter((one) => !queue.includes(one))
  if (!isOpen && queue.length > 0) setQueue(NONE)
  if (added.length > 0) setQueue([...queue, ...added])
  return queue
}

const idsOf = (answer: { items: { id: number }[] } | undefined) => answer?.items.map(({ id }) => id) ?? NONE
