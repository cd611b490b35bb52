import type { Store } from '#clients/stores/contract.ts'
import { stores } from '#clients/stores/contract.ts'
import { beginning, days, identity, service, targets } from '#clients/stores/storeFields.tsx'
import { t } from '#kit/text.ts'
import { FormDrawer } from '#kit/ui/FormDrawer.tsx'

export interface StoreFormProps {
  /** The store to edit; `new` for a new one; null while the form is closed. */
  store: Store | 'new' | null
  /** The customer of a new store, if known. */
  customerId?: number
  onClose: () => void
}

/** Creates or edits a store. Steps change the status of an existing store, not this form. */
export function StoreForm({ store, customerId, onClose }: StoreFormProps) {
  const record = store === 'new' ? null : store
  return (
    <>
      <NewStore open={store === 'new'} customerId={customerId} onClose={onClose} />
      <EditStore record={record} onClose={onClose} />
    </>
  )
}

function NewStore({ open, customerId, onClose }: Omit<StoreFormProps, 'store'> & { open: boolean }) {
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      columns={2}
      title={t('新建店铺')}
      endpoint={stores.create}
      defaults={{ status: 'pending', seat: 'shared', customerId }}
      fields={[
        { section: t('基本信息') },
        ...identity(false),
        { section: t('合作') },
        beginning(),
        ...days(),
        ...service(undefined),
        ...targets(),
      ]}
      doneText={t('已新建')}
    />
  )
}

function EditStore({ record, onClose }: Pick<StoreFormProps, 'onClose'> & { record: Store | null }) {
  return (
    <FormDrawer
      open={record !== null}
      onClose={onClose}
      columns={2}
      title={t('编辑{name}', { name: record?.name ?? '' })}
      endpoint={stores.update}
      record={record ?? undefined}
      fields={[
        { section: t('基本信息') },
        ...identity(record?.status !== 'pending'),
        { section: t('合作') },
        ...days(),
        ...service(record?.companyCode),
        ...targets(),
      ]}
    />
  )
}
