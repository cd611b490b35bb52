import { useSearchParams } from 'react-router'
import { formatMoney, moneyFigure } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Answer, Choice, Filter } from '#kit/ui/list/declare.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { ageingColumns, billsPath, OVERDUE_BUCKETS, OWED_BUCKETS } from './ageingColumns.tsx'
import { type Bucket, receivables } from './contract.ts'
import { dayFilter } from './dayFilter.tsx'
import { notIssued } from './notIssued.tsx'
import { bucketNames } from './rules.ts'
import { agesOfAll, agesOfRows } from './totals.ts'

type Sums = Answer<typeof receivables.list>['sums']

/** 应收账龄: receivables by customer and age as of a day, and deposits held. */
export function AgeingScreen() {
  const companies = useCompanyChoices()
  const [params] = useSearchParams()
  const on = params.get('on') || null
  // The summary figures link to the bills of all customers, so they are links only while no filter is set.
  const isAll = ['keyword', 'ownerId', 'overdue', 'companyCode'].every((key) => !params.get(key))
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={receivables.list}
        name={t('应收账龄')}
        columns={ageingColumns(on, companies)}
        filters={filtersFor(companies)}
        summary={({ answer }) => <AgeingSums sums={answer?.sums} on={on} links={isAll} />}
        actions={[{ key: 'list', label: t('未收账单'), to: billsPath(on, []) }]}
        pageTotals={agesOfRows}
        allTotals={agesOfAll}
        empty={({ covers }) =>
          allWell({
            covers: covers ?? 0,
            good: (n) => ({
              text: t('{n} 张账单都收齐了，也没有押金', { n }),
              hint: t('出账以后还没有收齐的账单，按客户和到期日列在这里。'),
            }),
            none: notIssued(),
          })
        }
      />
    </>
  )
}

function AgeingSums({ sums, on, links }: { sums: Sums | undefined; on: string | null; links: boolean }) {
  if (!sums) return <FigureStrip loading figures={[]} />
  const to = (...buckets: readonly Bucket[]) => (links ? { to: billsPath(on, buckets) } : {})
  const { owedCents, notDueCents, overdueCents, olderCents, depositCents, creditCents } = sums
  return (
    <FigureStrip
      figures={[
        {
          key: 'owed',
          name: t('未收'),
          ...moneyFigure(owedCents),
          ...to(...OWED_BUCKETS),
          about: {
            formula: t('未到期 + 各段逾期；待退的 {money} 不减', { money: formatMoney(-creditCents) }),
          },
        },
        { key: 'notDue', name: t(bucketNames.notDue), ...moneyFigure(notDueCents), ...to('notDue') },
        {
          key: 'overdue',
          name: t('逾期'),
          ...moneyFigure(overdueCents),
          ...to(...OVERDUE_BUCKETS),
          note: t('其中 90 天以上 {money}', { money: formatMoney(olderCents) }),
        },
        { key: 'deposit', name: t('押金'), ...moneyFigure(depositCents), note: t('负债，不计收入') },
      ]}
    />
  )
}

type Key = 'on' | 'keyword' | 'ownerId' | 'overdue' | 'companyCode'

const filtersFor = (companies: Choice<string>[]): Filter<Key>[] => [
  { key: 'keyword', label: t('客户'), control: 'text', placeholder: t('名称或编号') },
  dayFilter(),
  {
    key: 'ownerId',
    label: t('负责商务'),
    control: 'remote',
    options: staffOptions,
    multiple: true,
    query: { purpose: 'owner' },
  },
  { key: 'overdue', label: t('逾期'), control: 'select', options: choicesOf({ yes: '只看逾期' }) },
  ...(companies.length > 0
    ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
    : []),
]
