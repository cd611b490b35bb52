import { Segmented } from 'antd'
import { useState } from 'react'
import type { ChurnSubject } from '#clients/churn-records/contract.ts'
import { formatCount, formatMoney, formatRate, moneyFigure } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { rateBp } from '#kit/rates.ts'
import { readAt } from '#kit/reads.ts'
import { t } from '#kit/text.ts'
import { type Bar, BarList } from '#kit/ui/BarList.tsx'
import { Columns } from '#kit/ui/Columns.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { type Figure, FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { FiguresSkeleton, TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StackedBars } from '#kit/ui/StackedBars.tsx'
import { type View, ViewSwitch } from '#kit/ui/ViewSwitch.tsx'
import { type ChurnOverview, churnOverview } from './contract.ts'
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

type By = 'tenure' | 'owners' | 'leaders'

/** The maximum number of people with a bar. */
const MAX_BARS = 7

/** The confirmed losses by tenure or by person in charge. */
function ChurnTally({ data, subject }: { data: ChurnOverview | undefined; subject: ChurnSubject }) {
  const [by, setBy] = useState<By>('tenure')
  const options: { value: By; label: string }[] = [
    { value: 'tenure', label: t('服务时长') },
    { value: 'owners', label: t('商务') },
    ...(subject === 'store' ? [{ value: 'leaders' as const, label: t('组长') }] : []),
  ]
  const bars = data && (by === 'tenure' ? tenureBars(data) : peopleBars(data[by]))
  const empty = bars?.every(({ value }) => value === 0)
  return (
    <Panel
      title={t('确认流失')}
      hint={by === 'tenure' || !data?.lostFee ? t('条') : t('条，未召回的月费')}
      actions={<Segmented options={options} value={by} onChange={setBy} aria-label={t('分组')} />}
    >
      <div className="churn-room">
        {!bars && <TextSkeleton rows={6} />}
        {empty && <EmptyState compact text={t('这段时间没有确认的流失')} />}
        {bars && !empty && <BarList items={bars} label={t('确认流失')} />}
      </div>
    </Panel>
  )
}

function tenureBars({ tenures }: ChurnOverview): Bar[] {
  return tenures.map(({ upTo, count }, at) => ({
    key: upTo ?? 'more',
    name: tenureName(tenures[at - 1]?.upTo ?? 0, upTo),
    value: count,
    text: formatCount(count),
  }))
}

function tenureName(over: number, upTo: number | null): string {
  if (upTo === null) return t('{n} 天以上', { n: over })
  return over === 0 ? t('{n} 天以内', { n: upTo }) : t('{from}–{to} 天', { from: over + 1, to: upTo })
}

function peopleBars(groups: ChurnOverview['owners']): Bar[] {
  return groups
    .filter(({ lost }) => lost > 0)
    .slice(0, MAX_BARS)
    .map(({ id, name, lost, lostFeeCents }) => ({
      key: id,
      name,
      value: lost,
      text: formatCount(lost),
      ...(lostFeeCents !== undefined && { extra: lostFeeCents > 0 ? formatMoney(lostFeeCents) : '-' }),
    }))
}

/** The figures above the list, each with its formula. */
function churnFigures(data: ChurnOverview, at: string | undefined): Figure[] {
  const { retaining, churned, wonBack, cancelled } = data.counts
  const lost = churned + wonBack
  const back = rateBp(wonBack, lost)
  const retentionRateBp = rateBp(cancelled, cancelled + lost)
  return [
    {
      key: 'retaining',
      name: t('挽留中'),
      value: formatCount(retaining),
      unit: t('条'),
      note: t('还没有确认去留'),
      about: { formula: t('这段时间发现、状态为挽留中的记录数'), at },
    },
    {
      key: 'lost',
      name: t('确认流失'),
      value: formatCount(lost),
      unit: t('条'),
      note: wonBack > 0 ? t('其中已召回 {n} 条', { n: wonBack }) : t('还没有召回的'),
      about: { formula: t('已流失 + 已召回'), numerator: `${churned} + ${wonBack}`, at },
    },
    ...(data.lostFee ? [feeFigure(data.lostFee, churned, at)] : []),
    {
      key: 'back',
      name: t('召回率'),
      value: back === null ? '-' : formatRate(back, 1),
      note:
        retentionRateBp === null ? undefined : t('挽留住 {rate}', { rate: formatRate(retentionRateBp, 1) }),
      about: {
        formula: t('已召回 ÷（已流失 + 已召回）'),
        numerator: formatCount(wonBack),
        denominator: formatCount(lost),
        at,
        more: t('挽留住 = 已撤销 ÷（已撤销 + 已流失 + 已召回）'),
      },
    },
    {
      key: 'tenure',
      name: t('服务时长'),
      value: data.medianTenureDays === null ? '-' : formatCount(data.medianTenureDays),
      unit: data.medianTenureDays === null ? '' : t('天'),
      note: t('中位数'),
      about: { formula: t('确认流失的记录，首个服务日到最后服务日的天数，取中位数'), at },
    },
  ]
}

/** The monthly fees lost, as far as they are known. */
function feeFigure(
  { cents, known }: { cents: number; known: number },
  churned: number,
  at: string | undefined,
) {
  const { value, unit } = moneyFigure(cents)
  return {
    key: 'fee',
    name: t('流失月费'),
    value: known === 0 && churned > 0 ? null : value,
    unit,
    note: t('{known}/{all} 条有计费条款', { known, all: churned }),
    about: {
      formula: t('Σ 已流失记录确认时留存的月费，不含已召回'),
      coverage: t('{known}/{all} 条有计费条款', { known, all: churned }),
      at,
    },
  }
}
