import { type ComponentType, useState } from 'react'
import type { OfferedKind } from '#access/kinds.ts'
import { ROLES } from '#access/permissions.ts'
import { CustomerForm } from '#clients/customers/ui/CustomerForm.tsx'
import { StoreForm } from '#clients/stores/ui/StoreForm.tsx'
import { OneTimePassword } from '#kit/ui/OneTimePassword.tsx'
import type { IssuedPassword } from '#kit/ui/passwordTable.ts'
import type { NewOptionProps } from '#kit/ui/suppliedParts.tsx'
import type { OptionPurpose } from '#people/staff/options/contract.ts'
import { StaffForm } from '#people/staff/ui/StaffForm.tsx'

/** The forms by kind; bills, imports and robots are added on their screens. */
const FORMS: Record<OfferedKind, ComponentType<NewOptionProps> | null> = {
  customer: NewCustomer,
  store: NewStore,
  staff: NewPerson,
  colleague: NewPerson,
  'stand-in': NewPerson,
  bill: null,
  import: null,
  webhook: null,
}

/** The form of a record that a picker lacks. */
export function NewOption(props: NewOptionProps) {
  const NewRecord = FORMS[props.offers]
  return NewRecord && <NewRecord {...props} />
}

function NewCustomer({ open, name, onAdded, onClose }: NewOptionProps) {
  return <CustomerForm customer={open ? 'new' : null} name={name} onCreated={onAdded} onClose={onClose} />
}

function NewStore({ open, query, name, onAdded, onClose }: NewOptionProps) {
  const customerId = typeof query.customerId === 'number' ? query.customerId : undefined
  return (
    <StoreForm
      store={open ? 'new' : null}
      customerId={customerId}
      name={name}
      onCreated={onAdded}
      onClose={onClose}
    />
  )
}

const ROLE_OF: Record<OptionPurpose, number> = {
  parent: ROLES.agent,
  leader: ROLES.agent,
  agent: ROLES.agent,
  owner: ROLES.sales,
  reviewer: ROLES.finance,
  anyone: ROLES.agent,
}

/** A person whose one-time password is shown after the form. */
function NewPerson({ open, offers, query, name, onAdded, onClose }: NewOptionProps) {
  const [issued, setIssued] = useState<IssuedPassword | null>(null)
  const purpose = offers === 'staff' ? (query.purpose as OptionPurpose) : 'reviewer'
  return (
    <>
      <StaffForm
        person={open ? 'new' : null}
        name={name}
        role={ROLE_OF[purpose]}
        onIssued={setIssued}
        onCreated={onAdded}
        onClose={onClose}
      />
      <OneTimePassword issued={issued} onClose={() => setIssued(null)} />
    </>
  )
}
