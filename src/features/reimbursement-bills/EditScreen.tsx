import { useParams } from 'react-router'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { usePageHeading } from '#kit/ui/page.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { ClaimForm } from './ClaimForm.tsx'
import { claimPath } from './claimColumns.tsx'
import { claims } from './contract.ts'
import './claims.css'

/** 填写报销单: an own draft, or a claim that came back. */
export function EditScreen() {
  const id = Number(useParams().id)
  // What is being written stands in the form: what the server has of it must not come between.
  const call = useCall(claims.get, { id }, { skipErrorHandler: true, refetchOnWindowFocus: false })
  const { data: page } = call
  usePageHeading({ line: page ? `${page.code} · ${page.staffName}` : undefined })
  if (!page) {
    return (
      <Panel>
        {call.error ? (
          <ErrorState error={call.error} onRetry={() => void call.refetch()} />
        ) : (
          <TextSkeleton rows={8} />
        )}
      </Panel>
    )
  }
  const writable = page.mine && (page.status === 'draft' || page.status === 'returned')
  return (
    <>
      <Watermark />
      {writable ? (
        <ClaimForm key={page.id} page={page} />
      ) : (
        <Panel>
          <EmptyState
            text={t('这张报销单现在不能修改')}
            hint={t('已提交的请先撤回；别人的报销单由本人填写。')}
            action={{ label: t('查看报销单'), to: `${claimPath}/${page.id}` }}
          />
        </Panel>
      )}
    </>
  )
}
