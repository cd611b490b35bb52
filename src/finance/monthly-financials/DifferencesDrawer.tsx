import { Drawer } from 'antd'
import type * as z from 'zod'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Money } from '#kit/ui/Money.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import '#kit/ui/StackedTable.css'
import type { PartKind } from './contract.ts'
import { monthClosing } from './contractClosing.ts'
import type { MonthKey } from './useMonths.tsx'
import './lines.css'

type Differences = z.output<typeof monthClosing.differences.output>

export interface DifferencesDrawerProps {
  of: MonthKey
  onClose: () => void
}

/** 快照与现在比较: the figures that would differ if the month were closed from current data. */
export function DifferencesDrawer({ of, onClose }: DifferencesDrawerProps) {
  const call = useCall(monthClosing.differences, of, { messagePlace: 'inPage' })
  const phone = usePhone()
  return (
    <Drawer
      open
      onClose={onClose}
      size={phone ? '100%' : 720}
      placement={endSide()}
      title={t('{month} 的快照与现在', { month: of.month })}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={8} />}>
        {(differences) => <DifferencesTable differences={differences} />}
      </Loaded>
    </Drawer>
  )
}

export const partKindNames: Record<PartKind, string> = { store: '店铺', customer: '客户', agent: '客服' }

function DifferencesTable({ differences: { snapshotNo, items } }: { differences: Differences }) {
  if (items.length === 0) {
    return (
      <EmptyState
        text={t('没有差异')}
        hint={t('现在重新计算，各项仍与第 {n} 版快照一致。', { n: snapshotNo })}
      />
    )
  }
  const label = t('与第 {n} 版快照的差异', { n: snapshotNo })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className="lines-scroll" aria-label={label} tabIndex={0}>
      <table className="lines-table stacked-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('项目')}</th>
            <th scope="col">{t('快照')}</th>
            <th scope="col">{t('现在')}</th>
            <th scope="col">{t('差额')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={`${item.part} ${item.name} ${item.figure}`} item={item} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ item }: { item: Differences['items'][number] }) {
  const { part, name, figure, beforeCents, nowCents } = item
  return (
    <tr>
      <th scope="row">
        {t(figure)}
        <small className="lines-of">
          {part === null ? t('全公司') : `${t(partKindNames[part])} ${name}`}
        </small>
      </th>
      <td data-label={t('快照')}>
        <Money cents={beforeCents} />
      </td>
      <td data-label={t('现在')}>
        <Money cents={nowCents} />
      </td>
      <td data-label={t('差额')}>
        <Money cents={nowCents - beforeCents} />
      </td>
    </tr>
  )
}
