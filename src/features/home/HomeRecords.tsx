import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import type { HomeAnswer, HomeRecordsAnswer } from './answer.tsx'
import { EndingContracts } from './EndingContracts.tsx'
import { HomeMentions } from './HomeMentions.tsx'
import { HomeSince } from './HomeSince.tsx'
import { HomeTodo } from './HomeTodo.tsx'
import { CustomerCounts, StoreCounts } from './RecordCounts.tsx'

interface Props {
  answer: HomeAnswer
  records: HomeRecordsAnswer
}

/** The first page of whoever keeps customers and reports nothing: how many there are, and whose contract ends. */
export function HomeRecords({ answer, records }: Props) {
  const { care, since } = answer
  const { customers, stores, contractsEnding } = records
  return (
    <>
      <RecordFigures {...records} />
      <div className="home-records">
        <EndingContracts ending={contractsEnding} />
        <div className="home-side">
          <HomeTodo answer={answer} />
          <HomeSince since={since} />
          {care && <HomeMentions mentions={care.mentions} />}
        </div>
        <div className="home-side">
          <CustomerCounts customers={customers} />
          <StoreCounts stores={stores} />
        </div>
      </div>
    </>
  )
}

function RecordFigures({ customers, stores, contractsEnding }: HomeRecordsAnswer) {
  const first = contractsEnding.items[0]?.contractEndOn
  const active = (all: { byStatus: { status: string; count: number }[] }, status: string) =>
    formatCount(all.byStatus.find((one) => one.status === status)?.count ?? 0)
  return (
    <FigureStrip
      figures={[
        {
          key: 'customers',
          name: t('客户'),
          value: formatCount(customers.count),
          unit: t('家'),
          to: customers.link,
          note: t('其中合作中 {n} 家', { n: active(customers, 'active') }),
        },
        {
          key: 'stores',
          name: t('店铺'),
          value: formatCount(stores.count),
          unit: t('家'),
          to: stores.link,
          note: t('其中服务中 {n} 家', { n: active(stores, 'serving') }),
        },
        {
          key: 'ending',
          name: t('30 天内到期的合同'),
          value: formatCount(contractsEnding.count),
          unit: t('份'),
          to: contractsEnding.link,
          note: first ? t('最近 {day}', { day: first }) : t('近期没有合同到期'),
        },
      ]}
    />
  )
}
