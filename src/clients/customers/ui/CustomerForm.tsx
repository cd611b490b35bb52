import { App } from 'antd'
import { reachOf } from '#access/can.ts'
import { type Customer, customers } from '#clients/customers/contract.ts'
import {
  companyField,
  contactAndContractFields,
  identityFields,
  initialStatusField,
  ownerField,
} from '#clients/customers/customerFields.tsx'
import { t } from '#kit/text.ts'
import { FormDrawer } from '#kit/ui/FormDrawer.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'

export interface CustomerFormProps {
  /** The customer to edit; `new` for a new one; null while the form is closed. */
  customer: Customer | 'new' | null
  /** The name of a new customer, if known. */
  name?: string
  /** Receives a new customer. */
  onCreated?: (customer: Customer) => void
  onClose: () => void
}

/** Creates or edits a customer. Status and owner of an existing one are changed by steps and transfers, not here. */
export function CustomerForm({ customer, onClose, ...rest }: CustomerFormProps) {
  const record = customer === 'new' ? null : customer
  return (
    <>
      <NewCustomer {...rest} open={customer === 'new'} onClose={onClose} />
      <EditCustomer record={record} onClose={onClose} />
    </>
  )
}

/** Shows the warnings about the saved customer; they do not block the save. */
function useWarnings() {
  const { notification } = App.useApp()
  return ({ name, warnings }: { name: string; warnings: string[] }) => {
    if (warnings.length > 0) notification.warning({ title: name, description: warnings.join(' ') })
  }
}

function NewCustomer(props: Omit<CustomerFormProps, 'customer'> & { open: boolean }) {
  const { open, name, onCreated, onClose } = props
  const user = useUser()
  const companies = useCompanyChoices()
  const warn = useWarnings()
  // Users whose reach is their own customers become the owner.
  const choosesOwner = reachOf(user, 'canUpdateCustomer') !== 'own'
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      columns={2}
      title={t('新建客户')}
      endpoint={customers.create}
      defaults={{ name, type: 'company', status: 'trial', companyCode: user.companyCode }}
      fields={[
        { section: t('基本信息') },
        ...identityFields(),
        { section: t('合作') },
        companies.length > 0 && companyField(companies),
        initialStatusField(),
        choosesOwner && ownerField(),
        ...contactAndContractFields(),
      ]}
      doneText={t('已新建')}
      onDone={(created) => {
        warn(created)
        onCreated?.(created)
      }}
    />
  )
}

function EditCustomer({ record, onClose }: { record: Customer | null; onClose: () => void }) {
  const warn = useWarnings()
  return (
    <FormDrawer
      open={record !== null}
      onClose={onClose}
      columns={2}
      title={t('编辑{name}', { name: record?.name ?? '' })}
      endpoint={customers.update}
      record={record ?? undefined}
      fields={[{ section: t('基本信息') }, ...identityFields(record?.id), ...contactAndContractFields()]}
      onDone={warn}
    />
  )
}
