import { Button, Dropdown } from 'antd'
import { Link } from 'react-router'
import { platformNames } from '#clients/stores/rules.ts'
import { formatWeekday } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import type { StoreWeek } from '#operations/duty/contract.ts'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { dayText } from './dayText.tsx'
import type { Work } from './RosterScreen.tsx'
import { namesIn, SlotOf } from './SlotOf.tsx'
import type { StoresAnswer } from './selection.tsx'
import { weekOf } from './week.ts'
import './dutyTable.css'

/** The week by store: a row per store, a column per day, a line per shift. */
export function StoreWeekTable({ data, work }: { data: StoresAnswer; work: Work }) {
  if (data.stores.length === 0) return <NoStores work={work} />
  const names = namesIn(data.people)
  const days = weekOf(data.monday)
  return (
    <>
      <div className="duty-scroll">
        <table className="duty-table">
          <WeekHead first={t('店铺')} days={days} now={work.now} />
          <tbody>
            {data.stores.map((store) => (
              <StoreRow key={store.id} store={store} days={days} names={names} work={work} />
            ))}
          </tbody>
        </table>
      </div>
      {data.storeTotal > data.stores.length && (
        <p className="roster-more">
          {t('共 {n} 家店铺，只显示前 {shown} 家；请按小组或名称查找。', {
            n: data.storeTotal,
            shown: data.stores.length,
          })}
        </p>
      )}
    </>
  )
}

/** The head of a week, with the column of today marked. */
export function WeekHead({ first, days, now }: { first: string; days: readonly string[]; now: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {days.map((on) => (
          <th
            key={on}
            scope="col"
            className={on === now ? 'duty-now' : undefined}
            aria-current={on === now ? 'date' : undefined}
          >
            {t(formatWeekday(on))} <b>{on.slice(5)}</b>
          </th>
        ))}
      </tr>
    </thead>
  )
}

function NoStores({ work: { shown, onChange } }: { work: Work }) {
  const filtered = shown.keyword !== '' || shown.headId !== undefined
  return (
    <EmptyState
      text={filtered ? t('没有找到店铺') : t('这一周没有店铺')}
      hint={
        filtered
          ? t('换一个小组或名称再找；没有分到小组的店铺，请先更换组长。')
          : t('试用或服务中的店铺列在这里，每天每个班次一格。')
      }
      {...(filtered && {
        action: {
          label: t('清除条件'),
          onClick: () => onChange({ keyword: '', headId: undefined }),
        },
      })}
    />
  )
}

interface RowProps {
  store: StoreWeek
  days: readonly string[]
  names: ReadonlyMap<number, string>
  work: Work
}

function StoreRow({ store, days, names, work }: RowProps) {
  const cells = Map.groupBy(store.cells, ({ on }) => on)
  return (
    <tr>
      <th scope="row">
        <div className="duty-name">
          <Link to={`/store-management/${store.id}`}>{store.name}</Link>
          <StoreMarks store={store} />
          {work.rights === 'all' && <StoreMenu store={store} work={work} />}
        </div>
      </th>
      {days.map((on) => (
        <td key={on} className={on === work.now ? 'duty-now' : undefined}>
          {(cells.get(on) ?? []).map((cell) => (
            <SlotOf key={cell.shift} store={store} cell={cell} names={names} work={work} />
          ))}
          {!cells.has(on) && <NoCell store={store} on={on} work={work} />}
        </td>
      ))}
    </tr>
  )
}

function StoreMarks({ store }: { store: StoreWeek }) {
  const { rows, markOf } = useShifts()
  const placeOf = (code: string) => rows.findIndex((row) => row.code === code)
  const codes = [...new Set(store.cells.map(({ shift }) => shift))].sort((a, b) => placeOf(a) - placeOf(b))
  return (
    <small>
      {t(platformNames[store.platform])} <span>{codes.map((code) => markOf(code)).join(' ')}</span>
    </small>
  )
}

/** A day on which the store owes no figures, or needs nobody. */
function NoCell({ store, on, work }: Omit<RowProps, 'days' | 'names'> & { on: string }) {
  if (work.rights !== 'all' || on < work.now) return <span className="duty-none">–</span>
  return (
    <button
      type="button"
      className="duty-add"
      aria-label={t('{name} {day} 分配客服', { name: store.name, day: dayText(on, work.now) })}
      onClick={() => work.open.openDialog({ kind: 'assign', storeId: store.id, on })}
    >
      <Icon name="plus" size={12} />
    </button>
  )
}

function StoreMenu({ store, work }: { store: StoreWeek; work: Work }) {
  const { id, name } = store
  const { open, now, shown } = work
  const on = shown.monday > now ? shown.monday : now
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          {
            key: 'assign',
            label: t('分配客服'),
            onClick: () => open.openDialog({ kind: 'assign', storeId: id, on }),
          },
          { key: 'needs', label: t('每班要几个人'), onClick: () => open.openNeeds({ id, name }) },
          { key: 'agents', label: <Link to={`/store-management/${id}?tab=agents`}>{t('全部分配')}</Link> },
        ],
      }}
    >
      <Button
        type="text"
        size="small"
        className="duty-menu"
        aria-label={t('{name}的更多操作', { name })}
        icon={<Icon name="more" />}
      />
    </Dropdown>
  )
}
