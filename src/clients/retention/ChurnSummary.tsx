import { useState } from 'react'
import type { ChurnSubject } from '#clients/churn-records/contract.ts'
import { useCall } from '#kit/query.tsx'
import { readAt } from '#kit/reads.ts'
import { t } from '#kit/text.ts'
import { Columns } from '#kit/ui/Columns.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { FiguresSkeleton, TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StackedBars } from '#kit/ui/StackedBars.tsx'
import type { View } from '#kit/ui/ViewSwitch.tsx'
import { ViewSwitch } from '#kit/ui/ViewSwitch.tsx'
import { ChurnTally } from './ChurnTally.tsx'
import { churnFigures } from './churnFigures.tsx'
import type { ChurnOverview } from './overviewContract.ts'
import { churnOverview } from './overviewContract.ts'
import { reasonStacks } from './reasonStacks.ts'
import './churn.css'

interface Props {
  subject: ChurnSubject
  /** The query of the list. Its filters apply here too; page, order and status tab do not. */
  query: Record<string, unknown>
}

/** The figures of the filtered records: number, reasons, tenure and people in charge. */
export function ChurnSummary({ subject, query }: Props) {
  const { current: _page, pageSize: _size, sort: _sort, status: _tab, ...filters } = query
  const input = churnOverview.overview.input.parse({ ...filters, subject })
  const call = useCall(churnOverview.overview, input as never, {
    keepRows: true,
    messagePlace: 'inPage',
  })
  const parts = (data?: ChurnOverview) => (
    <>
      {data ? <FigureStrip figures={churnFigures(data, readAt(call))} /> : <FiguresSkeleton />}
      <Columns side={384}>
        <ReasonsPanel data={data} from={input.from} to={input.to} />
        <ChurnTally data={data} subject={subject} />
      </Columns>
    </>
  )
  return (
    <Loaded call={call} skeleton={parts()} panel>
      {parts}
    </Loaded>
  )
}

/** Churn reasons by the month of detection. */
function ReasonsPanel({
  data,
  from,
  to,
}: {
  data: ChurnOverview | undefined
  from: string | undefined
  to: string | undefined
}) {
  const [view, setView] = useState<View>('chart')
  const { columns, stacks } = reasonStacks(data?.reasons ?? [], from, to)
  return (
    <Panel
      title={t('各月流失原因')}
      hint={t('条，按发现月份，不含已撤销')}
      actions={<ViewSwitch view={view} onChange={setView} />}
    >
      <div className="churn-room">
        {!data && <TextSkeleton rows={6} />}
        {data && stacks.length === 0 && (
          <EmptyState compact text={t('这段时间没有流失记录')} hint={t('换一段日期，或清除筛选。')} />
        )}
        {stacks.length > 0 && (
          <StackedBars
            label={t('各月流失原因')}
            columns={columns}
            stacks={stacks.map(({ name, ...stack }) => ({ ...stack, name: t(name) }))}
            view={view}
          />
        )}
      </div>
    </Panel>
  )
}
