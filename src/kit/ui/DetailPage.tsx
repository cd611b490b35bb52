import { Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { ActionRow } from './ActionRow.tsx'
import { DetailFigures, DetailHead, DetailSteps } from './detail/DetailHead.tsx'
import type { DetailFigure, DetailStep, DetailTab, Position } from './detail/declare.tsx'
import { ErrorState } from './ErrorState.tsx'
import { compact } from './list/compact.tsx'
import type { Action, Maybe } from './list/declare.tsx'
import { Panel } from './Panel.tsx'
import { usePageHeading } from './page.tsx'
import { isNotFound, RecordNotFound } from './RecordNotFound.tsx'
import { RefreshFailed } from './RefreshFailed.tsx'
import { TextSkeleton } from './Skeletons.tsx'
import { ThumbBar } from './ThumbBar.tsx'
import { usePhone } from './usePhone.tsx'
import './DetailPage.css'

interface Props {
  title: string | undefined
  status?: ReactNode
  /** A code that users copy: KH2025060012. */
  code?: string
  actions?: Maybe<Action>[]
  position?: Position
  /** Above everything: what the record still lacks (`AttentionBar`). */
  attention?: ReactNode
  steps?: readonly DetailStep[]
  figures?: readonly DetailFigure[]
  /** The address contains the key of the open tab as `tab`. */
  tabs: readonly Maybe<DetailTab>[]
  /** Next to the tab's content; below it on a phone. */
  aside?: ReactNode
  loading?: boolean
  error?: Error | null
  onRetry?: () => void
}

/**
 * The page of one record.
 *
 *     <DetailPage
 *       title={customer.data?.name} loading={customer.isLoading} error={customer.error} onRetry={customer.refetch}
 *       status={<StatusTag tone="green" label={t('合作中')} />} code={customer.data?.code}
 *       actions={[can(user, 'canUpdateCustomer', facts) && { key: 'edit', label: t('编辑'), onClick: edit }]}
 *       figures={[{ name: t('月费'), value: formatMoney(cents), note: t('3 家店铺') }]}
 *       tabs={[
 *         { key: 'facts', label: t('基本信息'), children: <Panel><Facts columns={2} items={…} /></Panel> },
 *         { key: 'log', label: t('操作日志'), children: <Panel><AuditTimeline items={log} labels={…} /></Panel> },
 *       ]}
 *     />
 */
export function DetailPage(props: Props) {
  const { title, loading, error, onRetry } = props
  const gone = isNotFound(error)
  const { pathname } = useLocation()
  usePageHeading(gone ? { title: t('没有这条记录') } : { title, rendersTitle: true })
  if (gone) return <RecordNotFound error={error} list={pathname.slice(0, pathname.lastIndexOf('/'))} />
  if (error && title === undefined) {
    return (
      <Panel>
        <ErrorState error={error} onRetry={onRetry} />
      </Panel>
    )
  }
  if (loading || title === undefined) {
    return (
      <Panel>
        <TextSkeleton rows={8} />
      </Panel>
    )
  }
  return (
    <>
      {error && onRetry && <RefreshFailed error={error} onRetry={onRetry} apart />}
      <Content {...props} title={title} />
    </>
  )
}

function Content(props: Props & { title: string }) {
  const { attention, steps, figures, aside } = props
  const actions = compact(props.actions)
  const tabs = compact([...props.tabs])
  const [params, setParams] = useSearchParams()
  const active = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0]
  const { state } = useLocation()
  const open = (tab: string) => setParams(new URLSearchParams({ tab }), { preventScrollReset: true, state })
  const phone = usePhone()
  return (
    <>
      {attention}
      <section className="panel detail">
        <DetailHead {...props} actions={actions} />
        {steps && <DetailSteps steps={steps} />}
        {figures && <DetailFigures figures={figures} />}
        {tabs.length > 1 && (
          <Tabs className="detail-tabs" activeKey={active?.key} onChange={open} items={tabs.map(tabItem)} />
        )}
      </section>
      <div className={aside ? 'detail-content detail-content-two' : 'detail-content'}>
        <div>{active?.children}</div>
        {aside && <div>{aside}</div>}
      </div>
      {phone && actions.length > 0 && (
        <ThumbBar>
          <ActionRow actions={actions} large />
        </ThumbBar>
      )}
    </>
  )
}

function tabItem({ key, label, count }: DetailTab) {
  const words = (
    <>
      {label}
      {count !== undefined && <small>{formatCount(count)}</small>}
    </>
  )
  return { key, label: words }
}
