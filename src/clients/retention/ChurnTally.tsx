import { Segmented } from 'antd'
import { useState } from 'react'
import type { ChurnSubject } from '#clients/churn-records/contract.ts'
import { formatCount, formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Bar } from '#kit/ui/BarList.tsx'
import { BarList } from '#kit/ui/BarList.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import type { ChurnOverview } from './overviewContract.ts'

type By = 'tenure' | 'owners' | 'leaders'

/** The maximum number of people with a bar. */
const MAX_BARS = 7

/** The confirmed losses by tenure or by person in charge. */
export function ChurnTally({ data, subject }: { data: ChurnOverview | undefined; subject: ChurnSubject }) {
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
      ...{ key: id, name, value: lost, text: formatCount(lost) },
      ...(lostFeeCents !== undefined && { extra: lostFeeCents > 0 ? formatMoney(lostFeeCents) : '-' }),
    }))
}
