import { App } from 'antd'
import { useState } from 'react'
import { formatCount, formatInstantShort, formatRate, moneyFigure } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { rateBp } from '#kit/rates.ts'
import { readAt } from '#kit/reads.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { statusTabs } from '#kit/ui/choices.tsx'
import { type Figure, FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { FiguresSkeleton } from '#kit/ui/Skeletons.tsx'
import { useOpenFromAddress } from '#kit/ui/useOpenFromAddress.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { weekName } from './cellFormatters.ts'
import { type Overview, warnings } from './contract.ts'
import { statusNames } from './rules.ts'
import { LISTED_AT_FIRST } from './subscribable.ts'
import { WarningDrawer } from './WarningDrawer.tsx'
import { warningColumns, warningFilters } from './warningColumns.tsx'
import { newestWeek, weekChoices } from './weekChoices.tsx'

/** 周咨询量预警: warnings about volumes over or near the quota, falling, zero or missing, and their handling. */
export function WarningsScreen() {
  const user = useUser()
  const companies = useCompanyChoices()
  const [running, setRunning] = useState(false)
  const [open, setOpen] = useOpenNumber('warning')
  useOpenFromAddress('run', () => setRunning(true))
  const run = { label: t('重新检查'), onClick: () => setRunning(true) }
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={warnings.list}
        name={t('预警')}
        columns={warningColumns(user, companies, ({ id }) => setOpen(id))}
        filters={warningFilters(user, companies)}
        initial={LISTED_AT_FIRST}
        tabs={statusTabs(statusNames)}
        actions={[
          { key: 'weeks', label: t('各客户一周'), to: '/weekly-warning-customer-report/customers' },
          { ...run, key: 'run', icon: 'refresh', primary: true },
        ]}
        rowActions={({ id }) => [{ key: 'open', label: t('查看'), onClick: () => setOpen(id) }]}
        summary={({ query }) => <WarningSummary query={query} />}
        empty={({ covers }) =>
          allWell({
            covers: covers ?? 0,
            good: (n) => ({
              text: t('检查了 {n} 位客户，没有要处理的预警', { n }),
              hint: t('每周一 08:00 自动检查上一周；大促周不预警。处理过的在“全部”里。'),
              action: run,
            }),
            none: {
              text: t('还没有检查过客户'),
              hint: t('客户的店铺有一周的数据后，每周一 08:00 自动检查。'),
              action: run,
            },
          })
        }
      />
      {open !== undefined && <WarningDrawer id={open} onClose={() => setOpen(undefined)} />}
      <RunForm open={running} onClose={() => setRunning(false)} />
    </>
  )
}

/** Runs the check of a week again, after late imports or changed thresholds. */
function RunForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { message } = App.useApp()
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('重新检查')}
      endpoint={warnings.run}
      defaults={{ week: newestWeek() }}
      fields={[
        {
          key: 'week',
          kind: 'select',
          options: weekChoices(),
          hint: t('补了数据或改了阈值后再检查一次；已处理的预警不会变。'),
        },
      ]}
      submitText={t('检查')}
      doneText={t('检查完成')}
      onDone={({ customers, raised, resolved, promotion }) => {
        const counts = { customers, raised, resolved }
        void message.info(
          promotion
            ? t('这一周是{name}，不发预警。', { name: promotion })
            : t('检查了 {customers} 位客户：新增 {raised} 条，恢复 {resolved} 条。', counts),
        )
      }}
    />
  )
}

/** The figures above the list, with the same filters. */
function WarningSummary({ query }: { query: Record<string, unknown> }) {
  const { current: _page, pageSize: _size, sort: _sort, status: _tab, ...filters } = query
  const call = useCall(warnings.overview, filters as never, { keepRows: true, messagePlace: 'inPage' })
  return (
    <Loaded call={call} skeleton={<FiguresSkeleton />} panel>
      {(data) => <FigureStrip figures={figuresOf(data, readAt(call))} />}
    </Loaded>
  )
}

const sumOf = (kinds: Overview['kinds'], of: 'red' | 'yellow' | 'open') =>
  kinds.reduce((sum, kind) => sum + kind[of], 0)

function figuresOf(data: Overview, at: string | undefined): Figure[] {
  const { kinds, customers, overageCents } = data
  const [red, yellow, open] = [sumOf(kinds, 'red'), sumOf(kinds, 'yellow'), sumOf(kinds, 'open')]
  return [
    {
      key: 'open',
      name: t('未处理完'),
      value: formatCount(open),
      unit: t('条'),
      note: ranNote(data),
      about: { formula: t('筛选范围内，待处理和处理中的预警条数'), at },
    },
    {
      key: 'red',
      name: t('红色预警'),
      value: formatCount(red),
      unit: t('条'),
      bad: red > 0,
      note: t('黄色 {n} 条', { n: formatCount(yellow) }),
      about: { formula: t('筛选范围内级别为红色、待处理和处理中的预警'), at },
    },
    {
      key: 'customers',
      name: t('涉及客户'),
      value: formatCount(customers),
      unit: t('位'),
      note: data.promotion ? t('{name}所在的周不预警', { name: data.promotion }) : undefined,
      about: { formula: t('有预警的客户数，一位客户只计一次'), at },
    },
    ...(overageCents === undefined ? [] : [moneyOf(overageCents, at)]),
    hitFigure(data, at),
  ]
}

function ranNote({ newest }: Overview): string {
  const week = weekName(newest.weekOn)
  if (newest.ranAt === null) return t('{week} 还没有检查', { week })
  return t('{week} 检查于 {at}', { week, at: formatInstantShort(newest.ranAt) })
}

function moneyOf(cents: number, at: string | undefined): Figure {
  const { value, unit } = moneyFigure(cents)
  return {
    key: 'money',
    name: t('超量金额'),
    value,
    unit,
    note: t('按各周折算'),
    about: { formula: t('Σ 各店 max(0, 当周咨询量 − 包量) × 超量单价'), more: t('以账单为准'), at },
  }
}

/** The share of red warnings older than 60 days whose customer left. */
function hitFigure({ hits }: Overview, at: string | undefined): Figure {
  const sum = (of: 'red' | 'left') => hits.reduce((total, hit) => total + hit[of], 0)
  const [red, left] = [sum('red'), sum('left')]
  return {
    key: 'hits',
    name: t('红色命中率'),
    value: formatRate(rateBp(left, red), 1),
    note: red === 0 ? t('还没有满 60 天的') : t('{left}/{red} 条', { left, red }),
    about: {
      formula: t('满 60 天的红色预警中，客户在 60 天内流失的比例'),
      numerator: formatCount(left),
      denominator: formatCount(red),
      at,
      more: t('流失以确认的流失记录为准'),
    },
  }
}
