import { Button, Drawer } from 'antd'
import { useId } from 'react'
import { t } from '#kit/text.ts'
import { trimFilters } from './address.ts'
import { FilterControl } from './FilterControl.tsx'
import { type FilterBarProps, keysOf } from './filters.tsx'
import { useDraft } from './useDraft.tsx'

export interface PhoneFilterDrawerProps extends FilterBarProps {
  open: boolean
  onClose: () => void
}

/** All filters of a list in a drawer at the bottom of a phone. */
export function PhoneFilterDrawer({ open, onClose, onSearch, ...rest }: PhoneFilterDrawerProps) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="bottom"
      size="auto"
      title={t('筛选')}
      destroyOnHidden
      className="phone-filter-drawer"
    >
      <PhoneForm
        {...rest}
        onSearch={(next) => {
          onSearch(next)
          onClose()
        }}
      />
    </Drawer>
  )
}

function PhoneForm({ filters, values, initial, onSearch }: FilterBarProps) {
  const form = useId()
  const [draft, setDraft] = useDraft(values)
  return (
    <form
      className="phone-filter-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(trimFilters(draft))
      }}
    >
      {filters.map((filter, place) => (
        <div key={keysOf(filter)[0]} className="phone-filter-cell">
          <label htmlFor={`${form}${place}`}>{filter.label}</label>
          <FilterControl filter={filter} draft={draft} setDraft={setDraft} id={`${form}${place}`} />
        </div>
      ))}
      <div className="phone-filter-buttons">
        <Button block onClick={() => onSearch(initial ?? {})}>
          {t('重置')}
        </Button>
        <Button block type="primary" htmlType="submit">
          {t('查询')}
        </Button>
      </div>
    </form>
  )
}
