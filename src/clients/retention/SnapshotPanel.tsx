import { formatCount, formatInstant, formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Fact } from '#kit/ui/Facts.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import type { Snapshot } from './contract.ts'

/** The snapshot taken when the loss was confirmed. */
export function SnapshotPanel({ snapshot, takenOver }: { snapshot: Snapshot; takenOver: boolean }) {
  const { tenureDays, ownerName, leaderName, agents, stores } = snapshot
  const names = (list: Snapshot['agents']) => list.map(({ name }) => name).join(t('、'))
  return (
    <Panel
      title={t('确认时快照')}
      hint={
        takenOver
          ? t('{at} 导入时留存，只有当时已知的内容', { at: formatInstant(snapshot.takenAt) })
          : t('{at} 留存，不再变化', { at: formatInstant(snapshot.takenAt) })
      }
    >
      <Facts
        columns={2}
        items={[
          ...amounts(snapshot, takenOver ? t('启用前，不详') : t('确认时还没有账单')),
          { label: t('服务天数'), value: t('{n} 天', { n: formatCount(tenureDays) }) },
          { label: t('负责商务'), value: ownerName },
          { label: t('组长'), value: leaderName },
          { label: t('当日客服'), value: names(agents), wide: true },
          { label: t('停止的店铺'), value: names(stores), wide: true },
        ]}
      />
    </Panel>
  )
}

/** The amounts, for users who may see them. Null has a text of its own; for billed amounts it is `bills`. */
function amounts(
  { monthlyFeeCents, revenueCents, unpaidCents, refundCents }: Snapshot,
  bills: string,
): Fact[] {
  if (monthlyFeeCents === undefined) return []
  const money = (cents: number | null | undefined, otherwise: string) =>
    cents === null || cents === undefined ? otherwise : formatMoney(cents)
  return [
    { label: t('月费'), value: money(monthlyFeeCents, t('没有计费条款')) },
    { label: t('累计收入'), value: money(revenueCents, bills) },
    { label: t('欠费'), value: money(unpaidCents, bills) },
    { label: t('建议退款'), value: money(refundCents, t('无')) },
  ]
}
