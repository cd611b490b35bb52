import { useState } from 'react'
import { useParams } from 'react-router'
import { can } from '#access/can.ts'
import { ChurnPanel } from '#features/churn-records/ChurnPicker.tsx'
import { useCompanyChoices } from '#features/companies/CompanyPicker.tsx'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { deadlineText } from '#kit/ui/Deadline.tsx'
import { DetailPage } from '#kit/ui/DetailPage.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { RecentLog, RecordLog } from '#kit/ui/RecordLog.tsx'
import { useNeighbours } from '#kit/ui/trail.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { CustomerForm } from './CustomerForm.tsx'
import { CustomerStatusTag } from './CustomerStatusTag.tsx'
import { CustomerStores } from './CustomerStores.tsx'
import type { Customer } from './contract.ts'
import { customers } from './contract.ts'
import { backgroundFacts, contactFacts } from './customerFacts.tsx'
import { customerLog } from './customerLog.tsx'
import { customerSteps } from './customerSteps.tsx'

/** One customer: its stores, how to reach it, what was changed. */
export function CustomerScreen() {
  const id = Number(useParams().id)
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const position = useNeighbours(customers.list, id)
  const call = useCall(customers.get, { id }, { skipErrorHandler: true })
  const customer = call.data
  return (
    <>
      <Watermark />
      <DetailPage
        title={customer?.name}
        status={customer && <CustomerStatusTag status={customer.status} />}
        code={customer?.code}
        loading={call.isLoading}
        error={call.error}
        onRetry={() => void call.refetch()}
        actions={[
          customer &&
            can(user, 'canUpdateCustomer', customer) && {
              key: 'edit',
              label: t('编辑'),
              icon: 'edit',
              primary: true,
              onClick: () => setEditing(true),
            },
        ]}
        position={position}
        steps={customer && customerSteps(customer)}
        figures={customer && figuresOf(customer)}
        tabs={customer ? tabsOf(customer) : []}
        aside={customer && <Aside customer={customer} />}
      />
      <CustomerForm customer={editing && customer ? customer : null} onClose={() => setEditing(false)} />
    </>
  )
}

function Aside({ customer }: { customer: Customer & { warnings: string[] } }) {
  const user = useUser()
  const company = useCompanyChoices().find(({ value }) => value === customer.companyCode)?.label
  return (
    <>
      <Panel title={t('联系与合同')}>
        <Facts items={contactFacts(customer, company, can(user, 'canUpdateCustomer', customer))} />
      </Panel>
      <Panel title={t('基本信息')}>
        <Facts items={backgroundFacts(customer, customer.warnings)} />
      </Panel>
      <RecentLog {...customerLog(customer)} />
    </>
  )
}

function figuresOf({ storeCount, ownerName, contractEndOn }: Customer) {
  const note = deadlineText(contractEndOn)
  return [
    { name: t('店铺'), value: storeCount, unit: t('家'), note: t('不含已停止的') },
    { name: t('负责商务'), value: ownerName },
    { name: t('合同到期'), value: contractEndOn ?? '-', note, tone: 'orange' as const },
  ]
}

function tabsOf(customer: Customer) {
  return [
    {
      key: 'stores',
      label: t('店铺'),
      count: customer.storeCount,
      children: <CustomerStores customerId={customer.id} />,
    },
    {
      key: 'churn',
      label: t('流失与召回'),
      children: (
        <ChurnPanel subject="customer" about={{ ...customer, lost: customer.status === 'churned' }} />
      ),
    },
    {
      key: 'log',
      label: t('操作日志'),
      children: <RecordLog {...customerLog(customer)} />,
    },
  ]
}
