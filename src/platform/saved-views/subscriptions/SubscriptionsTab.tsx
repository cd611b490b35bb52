import { App, Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatInstantShort } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { type Subscription, subscriptions } from './contract.ts'
import { weekdayNames } from './rules.ts'
import { hourText, SubscriptionForm } from './ui/SubscribeDialog.tsx'
import './SubscriptionsTab.css'

/** 个人设置 → 订阅: the views that the server sends regularly, their times, and the result of the last delivery. */
export function SubscriptionsTab() {
  const call = useCall(subscriptions.list, {}, { messagePlace: 'inPage' })
  const [editing, setEditing] = useState<Subscription | null>(null)
  return (
    <Panel title={t('订阅')} hint={t('按您当时能看到的数据生成；离职后自动结束')}>
      <Loaded call={call} skeleton={<TextSkeleton rows={4} />}>
        {(data) => <Rows rows={data} onEdit={setEditing} />}
      </Loaded>
      {editing && <SubscriptionForm editing={editing} onClose={() => setEditing(null)} />}
    </Panel>
  )
}

function Rows({ rows, onEdit }: { rows: readonly Subscription[]; onEdit: (one: Subscription) => void }) {
  if (rows.length === 0) {
    return (
      <EmptyState
        text={t('还没有订阅')}
        hint={t('在店铺、客户或报表里保存一个视图，再从视图菜单选择「订阅这个视图」。')}
      />
    )
  }
  return (
    <ul className="subscriptions">
      {rows.map((one) => (
        <SubscriptionRow key={one.id} one={one} onEdit={() => onEdit(one)} />
      ))}
    </ul>
  )
}

function SubscriptionRow({ one, onEdit }: { one: Subscription; onEdit: () => void }) {
  const { message } = App.useApp()
  const remove = useAction(subscriptions.remove, {
    onSuccess: () => void message.success(t('已取消订阅')),
  })
  return (
    <li>
      <div>
        <Link to={one.link}>{one.viewName}</Link>
        <p>
          <span>{t(one.listName)}</span>
          <span>{scheduleText(one)}</span>
          <span>{one.webhookName ? t('系统内和「{name}」', { name: one.webhookName }) : t('系统内')}</span>
          <span>{t('下次 {at}', { at: formatInstantShort(one.nextAt) })}</span>
        </p>
        <Last last={one.last} />
      </div>
      <Button type="link" onClick={onEdit}>
        {t('修改')}
      </Button>
      <Popconfirm
        title={t('取消订阅「{name}」？', { name: one.viewName })}
        okButtonProps={{ danger: true }}
        onConfirm={() => remove.mutateAsync({ id: one.id })}
      >
        <Button type="link" danger>
          {t('取消订阅')}
        </Button>
      </Popconfirm>
    </li>
  )
}

/** The failure of the last delivery; nothing if it succeeded. */
function Last({ last }: Pick<Subscription, 'last'>) {
  if (!last?.failure) return null
  const at = formatInstantShort(last.dueAt)
  const head = last.state === 'waiting' ? t('{at} 还没有送达，会再试', { at }) : t('{at} 没有送达', { at })
  return (
    <p className="subscriptions-failure">
      {head}：{last.failure}
    </p>
  )
}

function scheduleText({ every, weekday, hour }: Subscription): string {
  const time = hourText(hour)
  if (every === 'day') return t('每天 {time}', { time })
  return t('每{weekday} {time}', { weekday: t(weekdayNames[(weekday ?? 1) - 1] ?? ''), time })
}
