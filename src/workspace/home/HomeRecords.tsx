import { Link } from 'react-router'
import type { Day } from '#kit/calendar.ts'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { Deadline } from '#kit/ui/Deadline.tsx'
import type { Figure } from '#kit/ui/FigureStrip.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { ReportFigures } from '#reporting/reports/ui/ReportFigures.tsx'
import type { HomeAnswer, HomeRecordsAnswer } from './answer.tsx'
import { HomeCalls, HomeNotes } from './HomeCalls.tsx'
import { HomeMentions } from './HomeMentions.tsx'
import { HomeSince } from './HomeSince.tsx'
import { HomeTodo } from './HomeTodo.tsx'
import { CustomerCounts, StoreCounts } from './RecordCounts.tsx'
import { countLive, listLink } from './rules.ts'
import { ShortList } from './ShortList.tsx'

interface Props {
  answer: HomeAnswer
  records: HomeRecordsAnswer
  at: string | undefined
}

/** The home page for users who manage customers and do not report: renewals, customers to call, notes. */
export function HomeRecords({ answer, records, at }: Props) {
  const { care, since } = answer
  const { customers, stores, contractsEnding } = records
  return (
    <>
      <RecordFigures records={records} yesterday={answer.yesterday} at={at} />
      <div className="home-records">
        <div className="home-side home-first">
          <HomeTodo answer={answer} />
          {care && <HomeMentions mentions={care.mentions} />}
        </div>
        <div className="home-main">
          <EndingContracts ending={contractsEnding} customers={customers} />
          {care && <HomeCalls calls={care.followUps} today={answer.today} />}
          {care?.notes && <HomeNotes notes={care.notes} />}
          <HomeSince since={since} />
        </div>
        <div className="home-side">
          <CustomerCounts customers={customers} />
          <StoreCounts stores={stores} />
        </div>
      </div>
    </>
  )
}

interface FiguresProps {
  records: HomeRecordsAnswer
  yesterday: Day
  at: string | undefined
}

/** Yesterday's volume of the customers, then the numbers of stores, customers and ending contracts. */
function RecordFigures({ records, yesterday, at }: FiguresProps) {
  const day = { from: yesterday, to: yesterday }
  return (
    <ReportFigures
      figures={records.figures}
      word={t('昨日')}
      at={at}
      updatedAt={records.updatedAt}
      missing={() => listLink('customerVolumes', { ...day, only: 'missing' })}
      to={() => listLink('customerVolumes', day)}
      more={[servingFigure(records), activeFigure(records), endingFigure(records)]}
    />
  )
}

/** The number of records in a status, and the link to their list. */
function inState({ byStatus, link }: { byStatus: Counts; link: string }, status: string) {
  const found = byStatus.find((one) => one.status === status)
  return { value: formatCount(found?.count ?? 0), to: found?.link ?? link }
}

type Counts = readonly { status: string; count: number; link: string }[]

function servingFigure({ stores, servingCourse }: HomeRecordsAnswer): Figure {
  const apart = (servingCourse.at(-1) ?? 0) - (servingCourse[0] ?? 0)
  return {
    key: 'serving',
    name: t('服务中的店铺'),
    unit: t('家'),
    ...inState(stores, 'serving'),
    note: servingNote(servingCourse, apart),
    trend: servingCourse,
  }
}

function servingNote(course: readonly number[], apart: number): string {
  if (course.every((n) => n === 0)) return t('还没有服务中的店铺')
  return apart === 0 ? t('与 30 天前持平') : t('较 30 天前 {n} 家', { n: signed(apart) })
}

const signed = (n: number) => (n > 0 ? `+${formatCount(n)}` : formatCount(n))

function activeFigure({ customers }: HomeRecordsAnswer): Figure {
  return {
    key: 'active',
    name: t('合作中的客户'),
    unit: t('家'),
    ...inState(customers, 'active'),
    note: t('共 {n} 家客户', { n: formatCount(customers.count) }),
  }
}

function endingFigure({ contractsEnding: { count, link, items }, customers }: HomeRecordsAnswer): Figure {
  const first = items[0]?.contractEndOn
  return {
    key: 'ending',
    name: t('60 天内到期的合同'),
    value: formatCount(count),
    unit: t('份'),
    to: link,
    note: first
      ? t('最近 {day}', { day: first })
      : allWell({
          covers: countLive(customers),
          good: (n) => t('{n} 家客户都没有临近到期的', { n }),
          none: t('还没有客户'),
        }),
  }
}

type Ending = HomeRecordsAnswer['contractsEnding']
type Customers = HomeRecordsAnswer['customers']

/** 要续签的合同: contracts that end soon; 续签 opens the form of the next contract. */
function EndingContracts({ ending, customers }: { ending: Ending; customers: Customers }) {
  return (
    <ShortList
      title={t('要续签的合同')}
      hint={t('60 天以内到期，最早的在前')}
      all={ending.count > 0 ? { label: t('全部 {n} 份', { n: ending.count }), to: ending.link } : undefined}
      columns={columns()}
      rows={ending.items}
      rowKey={(row) => row.customerId}
      rowActions={({ customerId }) => [
        { key: 'renew', label: t('续签'), to: `/customer-management/${customerId}?renew=1` },
      ]}
      empty={allWell({
        covers: countLive(customers),
        good: (n) => ({
          text: t('{n} 家客户，60 天内没有合同到期', { n }),
          hint: t('临近到期的合同会提前列在这里。'),
        }),
        none: {
          text: t('还没有客户'),
          hint: t('登记客户和合同之后，临近到期的列在这里。'),
          action: { label: t('去登记'), to: customers.link },
        },
      })}
    />
  )
}

const columns = (): Column<Ending['items'][number]>[] => [
  {
    key: 'customerName',
    title: t('客户'),
    phone: 'name',
    width: 184,
    render: (row) => (
      <Link to={`/customer-management/${row.customerId}`} title={row.customerName}>
        {row.customerName}
      </Link>
    ),
  },
  { key: 'ownerName', title: t('负责商务'), phone: 'note', width: 112 },
  {
    key: 'contractEndOn',
    title: t('合同到期'),
    phone: 'remark',
    width: 152,
    render: (row) => <Deadline day={row.contractEndOn} />,
  },
]
