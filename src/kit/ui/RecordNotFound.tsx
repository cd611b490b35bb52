import { CallError, sentenceOf } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from './EmptyState.tsx'
import { Panel } from './Panel.tsx'

/** Whether a record does not exist or is out of reach, so that reading it again cannot help. */
export function isNotFound(error: unknown): error is CallError {
  return error instanceof CallError && error.status === 404
}

/** Shown instead of a record that is gone: the reason, and the link back to its list. */
export function RecordNotFound({ error, list }: { error: CallError; list: string }) {
  return (
    <Panel>
      <EmptyState
        text={sentenceOf(error.notice) || error.message}
        hint={t('它可能已转给别人，或地址有误。')}
        action={{ label: t('返回列表'), to: list }}
      />
    </Panel>
  )
}
