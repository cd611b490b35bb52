import { Link } from 'react-router'
import { addDays, type Day } from '#kit/calendar.ts'
import { formatRate, rateValue } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { Change } from '#kit/ui/Change.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Rate } from '#kit/ui/Rate.tsx'
import { Sparkline } from '#kit/ui/Sparkline.tsx'
import { LARGE_FALL_BP, metricNames } from '#reporting/reports/rules.ts'
import type { HomeFiguresAnswer } from './answer.tsx'
import { listLink } from './rules.ts'
import { ShortList } from './ShortList.tsx'

type Falls = HomeFiguresAnswer['largestFalls']
type Below = HomeFiguresAnswer['belowTarget']

/** The number of days in the report that a store's name links to. */
const REPORT_DAYS = 14

/** 跌幅最大: yesterday compared with the mean of the 7 days before. */
export function LargestFalls({ falls }: { falls: Falls }) {
  return (
    <ShortList
      title={t('跌幅最大')}
      hint={t('昨日对前 7 日均值')}
      all={
        falls.count > 0 ? { label: t('{n} 家跌 40% 以上', { n: falls.count }), to: falls.link } : undefined
      }
      columns={fallColumns(falls.items)}
      rows={falls.items}
      rowKey={(row) => row.storeId}
      empty={allWell({
        covers: falls.covers,
        good: (n) => ({
          text: t('{n} 家店都没有下跌', { n }),
          hint: t('昨日和前 7 日都有数据的店铺，都不低于均值。'),
        }),
        none: { text: t('还没有可比的店铺'), hint: t('昨日和前 7 日都有数据之后，下跌的列在这里。') },
      })}
    />
  )
}

function fallColumns(items: Falls['items']): Column<Falls['items'][number]>[] {
  // A sparkline needs at least two days.
  const drawn = items.some(({ series }) => series.length > 1)
  return [
    {
      key: 'storeName',
      title: t('店铺'),
      phone: 'name',
      width: 132,
      render: (row) => <StoreDays screen="volumes" {...row} />,
    },
    { key: 'volume', title: t('昨日'), type: 'count', width: 52, phone: 'figure' },
    { key: 'mean7', title: t('均值'), type: 'count', width: 52, phone: 'figure' },
    {
      key: 'vsMean7Bp',
      title: t('变化'),
      type: 'rate',
      width: 76,
      phone: 'remark',
      render: (row) => (
        <Change bp={row.vsMean7Bp} bad={row.vsMean7Bp !== null && row.vsMean7Bp <= LARGE_FALL_BP} />
      ),
    },
    ...(drawn ? [trendColumn()] : []),
  ]
}

const trendColumn = (): Column<Falls['items'][number]> => ({
  key: 'series',
  title: t('走势'),
  align: 'end',
  width: 72,
  render: (row) => (
    <Sparkline
      values={row.series}
      tone="grey"
      width={48}
      height={20}
      label={t('{name}走势', { name: row.storeName })}
    />
  ),
})

/** 低于目标: stores whose reply rate, by the platform's own metric, is below target. */
export function UnderTarget({ below }: { below: Below }) {
  return (
    <ShortList
      title={t('低于目标')}
      hint={t('回复率，按平台自己的口径')}
      all={below.count > 0 ? { label: t('全部 {n} 家', { n: below.count }), to: below.link } : undefined}
      columns={belowColumns()}
      rows={below.items}
      rowKey={(row) => row.storeId}
      empty={allWell({
        covers: below.covers,
        good: (n) => ({ text: t('{n} 家店都达标', { n }), hint: t('昨日有数据并设了目标的店铺。') }),
        none: {
          text: t('还没有可以比较的目标'),
          hint: t('在店铺资料里填目标回复率，有数据之后低于目标的列在这里。'),
        },
      })}
    />
  )
}

function belowColumns(): Column<Below['items'][number]>[] {
  return [
    {
      key: 'storeName',
      title: t('店铺'),
      phone: 'name',
      width: 132,
      render: (row) => <StoreDays screen="rates" {...row} />,
    },
    {
      key: 'metric',
      title: t('口径'),
      width: 60,
      phone: 'note',
      from: { field: 'metric', names: metricNames },
      render: (row) => (row.metric === 'replied' ? t('回复率') : t('3 分钟')),
    },
    ...rateAndTarget(),
  ]
}

function rateAndTarget(): Column<Below['items'][number]>[] {
  return [
    {
      key: 'rateBp',
      title: t('昨日'),
      type: 'rate',
      width: 68,
      phone: 'figure',
      render: (row) => <Rate bp={row.rateBp} bad />,
    },
    {
      key: 'targetBp',
      title: t('目标'),
      type: 'rate',
      width: 52,
      phone: 'figure',
      render: (row) => formatRate(row.targetBp, row.targetBp !== null && row.targetBp % 100 === 0 ? 0 : 2),
    },
    {
      key: 'gapBp',
      title: t('差（点）'),
      type: 'rate',
      width: 76,
      phone: 'remark',
      render: (row) => (row.gapBp === null ? '-' : rateValue(row.gapBp)),
    },
  ]
}

interface StoreDaysProps {
  screen: 'volumes' | 'rates'
  storeId: number
  storeName: string
  on: Day
}

/** A store's name, linked to its report of the last days. */
function StoreDays({ screen, storeId, storeName, on }: StoreDaysProps) {
  const days = { from: addDays(on, 1 - REPORT_DAYS), to: on }
  return (
    <Link to={listLink(screen, { ...days, store: storeId })} title={storeName}>
      {storeName}
    </Link>
  )
}
