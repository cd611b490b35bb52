import { Link } from 'react-router'
import { followUps } from '#clients/follow-ups/contract.ts'
import { type Day, daysBetween } from '#kit/calendar.ts'
import { formatInstantShort } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import type { HomeCareAnswer } from './answer.tsx'
import { listLink } from './rules.ts'
import { ShortList } from './ShortList.tsx'

type Calls = HomeCareAnswer['followUps']
type Call = Calls['items'][number]

const contactOf = (customerId: number) => `/customer-management/${customerId}?tab=contact`

/** 要联系的客户: the user's follow-ups that are due, which one press completes. */
export function HomeCalls({ calls: { count, link, items }, today }: { calls: Calls; today: Day }) {
  const done = useAction(followUps.done)
  return (
    <ShortList
      title={t('要联系的客户')}
      hint={count > 0 ? t('今天到期和过期的') : ''}
      all={count > 0 ? { label: t('全部 {n} 件', { n: count }), to: link } : undefined}
      columns={callColumns(today)}
      rows={items}
      rowKey={(row) => row.id}
      rowActions={({ id, version, customerId }) => [
        { key: 'done', label: t('完成'), onClick: () => done.mutateAsync({ id, version }) },
        { key: 'note', label: t('写备注'), to: contactOf(customerId) },
      ]}
      empty={{
        text: t('今天没有要联系的客户'),
        hint: t('在客户的“跟进与备注”里安排日子，到期列在这里。'),
        action: { label: t('全部跟进'), to: listLink('followUps') },
      }}
    />
  )
}

const callColumns = (today: Day): Column<Call>[] => [
  {
    key: 'customerName',
    title: t('客户'),
    phone: 'name',
    width: 176,
    render: ({ customerId, customerName }) => (
      <Link to={contactOf(customerId)} title={customerName}>
        {customerName}
      </Link>
    ),
  },
  { key: 'text', title: t('跟进内容'), phone: 'note', width: 184 },
  {
    key: 'dueOn',
    title: t('到期'),
    phone: 'remark',
    width: 88,
    render: ({ dueOn }) => {
      const late = daysBetween(dueOn, today)
      return late > 0 ? <span className="home-unsaid">{t('过期 {n} 天', { n: late })}</span> : t('今天')
    },
  },
]

type Notes = NonNullable<HomeCareAnswer['notes']>

/** 最近的备注: the latest notes about the user's customers. */
export function HomeNotes({ notes }: { notes: Notes }) {
  if (notes.length === 0) return null
  return (
    <Panel title={t('最近的备注')} flush>
      <ul className="home-mentions">
        {notes.map(({ id, customerId, customerName, text, createdByName, createdAt }) => (
          <li key={id}>
            <Link to={contactOf(customerId)}>{customerName}</Link>
            <p>{text}</p>
            <small>
              {createdByName} · <span dir="ltr">{formatInstantShort(createdAt)}</span>
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
