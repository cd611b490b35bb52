import { useState } from 'react'
import { useNavigate } from 'react-router'
import { can } from '#access/can.ts'
import type { ChurnSubject } from '#clients/churn-records/contract.ts'
import { statusNames } from '#clients/churn-records/rules.ts'
import { t } from '#kit/text.ts'
import { statusTabs } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { ChurnForm } from './ChurnForm.tsx'
import { ChurnSummary } from './ChurnSummary.tsx'
import { churnColumns, lostPath } from './churnColumns.tsx'
import { churnFilters, DEFAULT_MONTHS } from './churnFilters.tsx'
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
