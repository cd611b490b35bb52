import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Actor, can, reachOf } from '#access/can.ts'
import type { ChurnSubject } from '#clients/churn-records/contract.ts'
import { reasonNames, statusNames } from '#clients/churn-records/rules.ts'
import type { DaysWord } from '#kit/relativeDays.ts'
import { t } from '#kit/text.ts'
import { choicesOf, statusTabs } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Choice, Filter } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { ChurnForm } from './ChurnForm.tsx'
import { ChurnSummary } from './ChurnSummary.tsx'
import { churnColumns, lostPath } from './churnColumns.tsx'
import { churnRecords } from './contract.ts'

/** Churn records of customers or of stores: figures and charts of the period, then the list. */
export function ChurnList({ subject }: { subject: ChurnSubject }) {
  const user = useUser()
  const companies = useCompanyChoices()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const writes = can(user, 'canUpdateCustomer')
  const create = { label: t('登记流失风险'), onClick: () => setAdding(true) }
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={churnRecords.list}
        name={subject === 'store' ? t('店铺流失') : t('客户流失')}
        fixed={{ subject }}
        initial={DEFAULT_MONTHS}
        columns={churnColumns(subject, user, companies)}
        filters={churnFilters(subject, user, companies)}
        tabs={statusTabs(statusNames)}
        actions={[writes && { ...create, key: 'new', icon: 'plus', primary: true }]}
        summary={({ query }) => <ChurnSummary subject={subject} query={query} />}
        empty={{
          text: t('这段时间没有流失记录'),
          hint: t('发现客户或店铺可能离开时，先登记为挽留中，再记下每一次挽留。'),
          action: writes ? create : undefined,
        }}
      />
      <ChurnForm
        open={adding}
        subject={subject}
        onClose={() => setAdding(false)}
        onDone={({ id }) => void navigate(`${lostPath[subject]}/${id}`)}
      />
    </>
  )
}

type Key = 'keyword' | 'reason' | 'ownerId' | 'leaderId' | 'from' | 'to' | 'companyCode'

/** The maximum number of days that the charts cover. */
const MAX_DAYS = 1_098

/** The default period: this month and the eleven before it. */
const DEFAULT_MONTHS = { from: 'months12' } as const

const WORDS: readonly DaysWord[] = ['monthSoFar', 'months3', 'months12', 'year', 'lastYear']

function churnFilters(subject: ChurnSubject, user: Actor, companies: Choice<string>[]): Filter<Key>[] {
  const seesOwners = reachOf(user, 'canReadCustomer') !== 'own'
  return [
    {
      key: 'keyword',
      label: subject === 'store' ? t('店铺') : t('客户'),
      control: 'text',
      placeholder: t('名称或编号'),
    },
    {
      from: 'from',
      to: 'to',
      label: t('发现日期'),
      control: 'days',
      clearable: false,
      maxDays: MAX_DAYS,
      future: false,
      presets: WORDS,
    },
    { key: 'reason', label: t('流失原因'), control: 'multi', options: choicesOf(reasonNames) },
    ...(seesOwners ? [personFilter('ownerId', t('负责商务'), 'owner')] : []),
    ...(seesOwners && subject === 'store' ? [personFilter('leaderId', t('组长'), 'leader')] : []),
    ...(companies.length > 0
      ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
      : []),
  ]
}

const personFilter = (key: 'ownerId' | 'leaderId', label: string, purpose: string): Filter<Key> => ({
  key,
  label,
  control: 'remote',
  options: staffOptions,
  query: { purpose },
})
