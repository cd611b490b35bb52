import { Link } from 'react-router'
import type * as z from 'zod'
import { can } from '#access/can.ts'
import { platformNames } from '#clients/stores/rules.ts'
import type { Day } from '#kit/calendar.ts'
import { formatCount } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { DrawerTable } from '#kit/ui/list/DrawerTable.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useAddressLink } from '#kit/ui/useAddressText.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { DaysProps } from '#reporting/reports/DailyReport.tsx'
import { DaysDrawer } from '#reporting/reports/DaysDrawer.tsx'
import { dayColumn } from '#reporting/reports/dayColumn.tsx'
import { explainAction } from '#reporting/reports/reportActions.tsx'
import { useDays } from '#reporting/reports/useDays.tsx'
import { VolumeChart } from '#reporting/reports/VolumeChart.tsx'
import { type WorkerDay, type WorkerRow, workerReports } from './contract.ts'
import { figureColumns, sourceNames, workColumns } from './workerColumns.tsx'

/** An agent's handled users on each day of the period, with the stores and nicks. */
export function WorkerDaysDrawer({ id: staffId, from, to, onClose, explain }: DaysProps) {
  const user = useUser()
  const link = useAddressLink()
  const call = useDays(workerReports.dailyWorker, { staffId }, { from, to })
  return (
    <DaysDrawer<WorkerDay>
      call={call}
      title={call.data?.items[0]?.staffName ?? t('客服的每日数据')}
      profile={can(user, 'canManageUser') && { to: `/user-management/${staffId}`, label: t('员工资料') }}
      onClose={onClose}
      columns={[dayColumn(), ...figureColumns(t('接待人数'), 'previous', true), ...workColumns()]}
      chart={(days, rowOf) => (
        <VolumeChart label={t('每日接待人数')} name={t('接待人数')} days={days} rowOf={rowOf} />
      )}
      rowAction={({ on }) => explainAction(() => explain({ staffId }, on))}
      all={link({ agent: undefined, view: 'days', staffId: String(staffId) })}
      empty={{
        text: t('这段时间没有这位客服的数据'),
        hint: t('当时没有排班和昵称，或此人不在您可见的范围内。'),
      }}
    >
      <NickDetails staffId={staffId} from={from} to={to} />
    </DaysDrawer>
  )
}

const rowColumns = (): Column<WorkerRow>[] => [
  {
    key: 'storeName',
    title: t('店铺'),
    phone: 'name',
    width: 176,
    render: (row) => <Link to={`/store-management/${row.storeId}`}>{row.storeName}</Link>,
  },
  { ...dayColumn(), phone: 'status' },
  { key: 'platform', title: t('平台'), width: 72, from: { field: 'platform', names: platformNames } },
  { key: 'nick', title: t('平台昵称'), width: 160, phone: 'note' },
  { key: 'volume', title: t('接待人数'), type: 'count', width: 88, phone: 'figure' },
  {
    key: 'source',
    title: t('来源'),
    width: 80,
    phone: 'note',
    from: { field: 'source', names: sourceNames },
  },
]

/** The stores and nicks that add up to the figures above. */
function NickDetails({ staffId, from, to }: { staffId: number; from: Day; to: Day }) {
  const input = { staffId, from, to, pageSize: 100 }
  const call = useCall(workerReports.dailyWorkerRows, input, { messagePlace: 'inPage' })
  return (
    <Loaded call={call} skeleton={<TextSkeleton rows={4} />} compact>
      {(page) => <Rows {...page} />}
    </Loaded>
  )
}

type RowsProps = z.output<typeof workerReports.dailyWorkerRows.output>

function Rows({ items, total, totals }: RowsProps) {
  const more = total > items.length ? t('，只列最近 {n} 行', { n: items.length }) : ''
  return (
    <section className="report-behind">
      <h3>{t('各店各昵称')}</h3>
      <p>
        {t('{n} 行，合计 {sum} 人次，等于上面各天之和', {
          n: formatCount(total),
          sum: formatCount(totals.volume),
        }) + more}
      </p>
      <DrawerTable
        name={t('各店各昵称')}
        columns={rowColumns()}
        rows={items}
        rowKey={(row) => `${row.storeId} ${row.on} ${row.nick} ${row.source}`}
        empty={{ text: t('没有明细'), hint: t('这段时间没有昵称的数据。') }}
      />
    </section>
  )
}
