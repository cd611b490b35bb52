import { Link } from 'react-router'
import { type BankRow, bankReceipts } from '#billing/bank-receipts/contract.ts'
import { reasonNames } from '#billing/bank-receipts/rules.ts'
import { formatMoney } from '#kit/format.ts'
import { sum } from '#kit/money.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import type { HomeAnswer, HomeMoneyAnswer } from './answer.tsx'
import { HomeForecast } from './HomeForecast.tsx'
import { HomeMentions } from './HomeMentions.tsx'
import { HomeSince } from './HomeSince.tsx'
import { HomeTodo } from './HomeTodo.tsx'
import { MoneyFigures } from './MoneyFigures.tsx'
import { listLink } from './rules.ts'
import { ShortList } from './ShortList.tsx'

interface Props {
  answer: HomeAnswer
  money: HomeMoneyAnswer
}

/** The home page of finance: money, overdue customers, unclaimed bank rows and tasks. */
export function HomeMoney({ answer, money }: Props) {
  const { care, since } = answer
  return (
    <>
      <MoneyFigures money={money} />
      <div className="home-columns">
        <div className="home-first">
          <HomeTodo answer={answer} />
        </div>
        <div className="home-main">
          <LateCustomers overdue={money.overdue} />
          <UnclaimedRows unclaimed={money.unclaimed} />
          <p className="home-legend">
            {t('红色：逾期 10 天以上。待认领：银行流水里还没有对上账单的收款，不算已收。')}
          </p>
        </div>
        <div className="home-side">
          {money.forecast && <HomeForecast month={money.forecast.month} />}
          <HomeSince since={since} />
          {care && <HomeMentions mentions={care.mentions} />}
        </div>
      </div>
    </>
  )
}

type Late = HomeMoneyAnswer['overdue']['items'][number]

function LateCustomers({
  overdue: { count, covers, cents, customers, items, link },
}: Pick<HomeMoneyAnswer, 'overdue'>) {
  return (
    <ShortList
      title={t('逾期')}
      hint={
        count > 0
          ? t('{n} 张，{customers} 家客户，{money}', { n: count, customers, money: formatMoney(cents) })
          : ''
      }
      all={count > 0 ? { label: t('应收账龄'), to: listLink('ageing', { overdue: 'yes' }) } : undefined}
      columns={lateColumns()}
      rows={items}
      rowKey={(row) => row.customerId}
      rowActions={(row) => [
        { key: 'bills', label: t('账单'), to: `${link}&customerId=${row.customerId}` },
        { key: 'follow', label: t('跟进'), to: `/customer-management/${row.customerId}` },
      ]}
      empty={allWell({
        covers,
        good: (n) => ({ text: t('{n} 张待收的账单，没有逾期', { n }), hint: t('都在到期日以内。') }),
        none: {
          text: t('没有待收的账单'),
          hint: t('出账以后还没有收齐的，到期以后列在这里。'),
          action: { label: t('去看账单'), to: listLink('bills') },
        },
      })}
    />
  )
}

/** A customer overdue for more days than this is highlighted. */
const LONG_LATE_DAYS = 10

const lateColumns = (): Column<Late>[] => [
  {
    key: 'customerName',
    title: t('客户'),
    phone: 'name',
    width: 176,
    render: (row) => (
      <Link to={`/customer-management/${row.customerId}`} title={row.customerName}>
        {row.customerName}
      </Link>
    ),
  },
  { key: 'bills', title: t('张'), type: 'count', width: 44 },
  { key: 'cents', title: t('未收'), type: 'money', width: 104, phone: 'figure' },
  {
    key: 'days',
    title: t('逾期'),
    type: 'count',
    width: 72,
    phone: 'figure',
    render: ({ days }) => (
      <span className={days > LONG_LATE_DAYS ? 'home-long-late' : undefined}>{t('{n} 天', { n: days })}</span>
    ),
  },
  {
    key: 'contact',
    title: t('最近联系'),
    width: 168,
    phone: 'remark',
    render: ({ contact }) =>
      contact === null ? (
        <span className="home-unsaid">{t('未联系')}</span>
      ) : (
        <span title={contact.text}>{`${contact.on.slice(5)} ${contact.text}`}</span>
      ),
  },
]

/** The number of bank rows listed. */
const ROWS = 4

function UnclaimedRows({ unclaimed: { count, cents, link } }: Pick<HomeMoneyAnswer, 'unclaimed'>) {
  const query = { status: ['open' as const], sort: 'onDay' as const, current: 1, pageSize: ROWS }
  const call = useCall(bankReceipts.list, query, { messagePlace: 'inPage' })
  const title = t('待认领的流水')
  const hint = count > 0 ? t('{n} 笔，{money}', { n: count, money: formatMoney(cents) }) : ''
  const skeleton = (
    <Panel title={title} hint={hint}>
      <TextSkeleton rows={ROWS} />
    </Panel>
  )
  return (
    <Loaded call={call} skeleton={skeleton} panel>
      {({ items, statusCounts }) => (
        <ShortList
          title={title}
          hint={hint}
          all={{ label: t('全部流水'), to: listLink('bank') }}
          columns={rowColumns()}
          rows={items}
          rowKey={(row) => row.id}
          rowActions={() => [{ key: 'claim', label: t('认领'), to: link }]}
          empty={allWell({
            covers: sum(Object.values(statusCounts)),
            good: (n) => ({
              text: t('{n} 笔流水，没有待认领的', { n }),
              hint: t('上传银行流水后，还没有对上账单的收款列在这里。'),
            }),
            none: {
              text: t('还没有流水'),
              hint: t('上传银行流水后，还没有对上账单的收款列在这里。'),
              action: { label: t('上传流水'), to: listLink('bank') },
            },
          })}
        />
      )}
    </Loaded>
  )
}

const rowColumns = (): Column<BankRow>[] => [
  { key: 'onDay', title: t('日期'), width: 64, phone: 'note', render: ({ onDay }) => onDay.slice(5) },
  {
    key: 'payer',
    title: t('付款方'),
    width: 152,
    phone: 'name',
    from: { field: 'payer', empty: '没有付款方' },
  },
  { key: 'leftCents', title: t('金额'), type: 'money', width: 104, phone: 'figure' },
  {
    key: 'suggestions',
    title: t('可能是'),
    width: 208,
    phone: 'remark',
    render: ({ suggestions: [best] }) =>
      best ? (
        t('{name}，{n} 张', { name: best.customerName, n: best.parts.length })
      ) : (
        <span className="home-unsaid">{t('没有金额相同的账单')}</span>
      ),
  },
  {
    key: 'reasons',
    title: t('依据'),
    width: 132,
    render: ({ suggestions: [best] }) =>
      best ? best.reasons.slice(0, 1).map((one) => t(reasonNames[one])) : '-',
  },
]
