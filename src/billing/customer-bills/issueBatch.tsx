import { Suspense } from 'react'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { BatchAction, BatchForm } from '#kit/ui/list/declare.tsx'
import type { Bill } from './contract.ts'

const IssueWindow = lazyPart<'IssueWindow', BatchForm<Bill>>(() => import('./IssueWindow.tsx'), 'IssueWindow')

/** 批量出账: every chosen draft separately, after a window that shows what they add up to. */
export const issueBatch: BatchAction<Bill> = {
  key: 'issue',
  get label() {
    return t('出账')
  },
  form: (batch) => (
    <Suspense>
      <IssueWindow {...batch} />
    </Suspense>
  ),
}
