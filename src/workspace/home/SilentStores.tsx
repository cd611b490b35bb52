import { Link } from 'react-router'
import { can, effectiveRole } from '#access/can.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { type Day, daysBetween } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import type { Column, Empty } from '#kit/ui/list/declare.tsx'
import { type User, useUser } from '#kit/ui/user.tsx'
import type { ImportControls } from '#operations/imports/ui/useImport.tsx'
import type { HomeFiguresAnswer } from './answer.tsx'
import { listLink } from './rules.ts'
import { ShortList } from './ShortList.tsx'

type Silent = HomeFiguresAnswer['storesWithoutFigures']
type Row = Silent['items'][number]

interface Props {
  silent: Silent
  yesterday: Day
  onImport: ImportControls['open']
}

/** 昨日未报: stores without yesterday's figures, with reason, agents and an import button. */
export function SilentStores({ silent, yesterday, onImport }: Props) {
  const user = useUser()
  const day = yesterday.slice(5)
  return (
    <ShortList
      title={t('昨日未报')}
      hint={silent.count > 0 ? t('{n} 家店铺没有 {day} 的数据，不计为 0', { n: silent.count, day }) : ''}
      all={silent.count > 0 ? { label: t('全部 {n} 家', { n: silent.count }), to: silent.link } : undefined}
      columns={columns(yesterday)}
      rows={silent.items}
      rowKey={(row) => row.storeId}
      rowActions={(row) => [
        {
          key: 'import',
          label: t('导入'),
          onClick: () => onImport({ storeId: row.storeId, on: yesterday }),
        },
      ]}
      empty={allWell({
        covers: silent.covers,
        good: (n) => ({
          text: t('{n} 家店昨日全部报齐', { n }),
          hint: t('每家服务中的店铺都有 {day} 的数据。', { day }),
        }),
        none: noStores(user),
      })}
    />
  )
}

/** No store owed figures yesterday: who brings the first one. */
function noStores(user: User): Empty {
  const text = t('昨日没有服务中的店铺')
  if (can(user, 'canUpdateStore'))
    return {
      text,
      hint: t('店铺上线的第二天起，没有数据的列在这里。'),
      action: { label: t('去看店铺'), to: listLink('stores') },
    }
  return {
    text,
    hint:
      effectiveRole(user) === 'head'
        ? t('请管理员把店铺交给您的小组，没有数据的会列在这里。')
        : t('请组长或管理员把店铺分配给您，没有数据的会列在这里。'),
  }
}

function columns(yesterday: Day): Column<Row>[] {
  return [
    {
      key: 'storeName',
      title: t('店铺'),
      phone: 'name',
      width: 160,
      render: (row) => (
        <Link to={`/store-management/${row.storeId}`} title={row.storeName}>
          {row.storeName}
        </Link>
      ),
    },
    {
      key: 'platform',
      title: t('平台'),
      phone: 'note',
      width: 72,
      from: { field: 'platform', names: platformNames },
    },
    {
      key: 'reason',
      title: t('原因'),
      phone: 'note',
      width: 136,
      render: (row) => reason(row, yesterday),
    },
    { key: 'agents', title: t('负责客服'), phone: 'note', width: 112 },
    { key: 'leaderName', title: t('组长'), width: 80 },
    {
      key: 'lastReportedOn',
      title: t('最近有数据'),
      width: 96,
      render: (row) => row.lastReportedOn?.slice(5),
    },
  ]
}

/** The reason for missing figures, as far as it is known. */
function reason({ agents, lastReportedOn }: Row, yesterday: Day): string {
  if (agents.length === 0) return t('没有安排客服')
  if (!lastReportedOn) return t('还没有过数据')
  const days = daysBetween(lastReportedOn, yesterday)
  return days > 1 ? t('连续 {n} 天未上传', { n: days }) : t('文件未上传')
}
