import { type Store, stores } from '#clients/stores/contract.ts'
import {
  identityFields,
  initialStatusField,
  serviceDayFields,
  serviceFields,
  targetFields,
} from '#clients/stores/storeFields.tsx'
import { dayOf } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { FormDrawer } from '#kit/ui/FormDrawer.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'

export interface StoreFormProps {
  /** The store to edit; `new` for a new one; null while the form is closed. */
  store: Store | 'new' | null
  /** The customer of a new store, if known. */
  customerId?: number
  /** The name of a new store, if known. */
  name?: string
  /** Receives a new store. */
  onCreated?: (store: Store) => void
  onClose: () => void
}

/** Creates or edits a store. Steps change the status of an existing store, not this form. */
export function StoreForm({ store, onClose, ...rest }: StoreFormProps) {
  const record = store === 'new' ? null : store
  return (
    <>
      <NewStore {...rest} open={store === 'new'} onClose={onClose} />
      <EditStore record={record} onClose={onClose} />
    </>
  )
}

function NewStore(props: Omit<StoreFormProps, 'store'> & { open: boolean }) {
  const { open, customerId, name, onCreated, onClose } = props
  const { choicesOn } = useShifts()
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      columns={2}
      title={t('新建店铺')}
      endpoint={stores.create}
      defaults={{ name, status: 'pending', seat: 'shared', customerId }}
      fields={[
        { section: t('基本信息') },
        ...identityFields(false),
        { section: t('合作') },
        initialStatusField(),
        ...serviceDayFields(),
        ...serviceFields(undefined, choicesOn(dayOf(new Date()))),
        ...targetFields(),
      ]}
      doneText={t('已新建')}
      onDone={onCreated}
    />
  )
}

function EditStore({ record, onClose }: Pick<StoreFormProps, 'onClose'> & { record: Store | null }) {
  const shifts = useShifts().choicesOn(dayOf(new Date()), record?.companyCode, record?.shifts)
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
        ...identityFields(record?.status !== 'pending'),
        { section: t('合作') },
        ...serviceDayFields(),
        ...serviceFields(record?.companyCode, shifts),
        ...targetFields(),
      ]}
    />
  )
}
