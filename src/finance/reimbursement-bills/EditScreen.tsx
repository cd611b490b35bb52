import { useParams } from 'react-router'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { usePageHeading } from '#kit/ui/page.tsx'
import { isNotFound, RecordNotFound } from '#kit/ui/RecordNotFound.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { ClaimForm } from './ClaimForm.tsx'
import { claimPath } from './claimColumns.tsx'
import { type ClaimPage, claims } from './contract.ts'
import './claims.css'

/** 填写报销单: edits the user's own draft or returned claim. */
export function EditScreen() {
  const id = Number(useParams().id)
  // The form keeps what is being written and ignores a newer response, so focus does not request one.
  const call = useCall(claims.get, { id }, { messagePlace: 'inPage', refetchOnWindowFocus: false })
  const { data } = call
  const gone = isNotFound(call.error)
  usePageHeading({
    title: gone ? t('没有这条记录') : undefined,
    line: data && !gone ? `${data.code} · ${data.staffName}` : undefined,
  })
  const skeleton = (
    <Panel>
      <TextSkeleton rows={8} />
    </Panel>
  )
  if (isNotFound(call.error)) return <RecordNotFound error={call.error} list={claimPath} />
  return (
    <Loaded call={call} skeleton={skeleton} panel>
      {(page) => <Editing page={page} />}
    </Loaded>
  )
}

function Editing({ page }: { page: ClaimPage }) {
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
