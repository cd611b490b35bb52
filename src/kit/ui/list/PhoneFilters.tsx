import { Button, Drawer, Input } from 'antd'
import { useId, useState } from 'react'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import type { FilterValues } from './address.ts'
import { tidied } from './address.ts'
import type { Filter } from './declare.tsx'
import { FilterControl } from './FilterControl.tsx'
import type { FilterBarProps } from './filters.tsx'
import { activeFilters, keysOf } from './filters.tsx'
import { useDraft } from './useDraft.tsx'

/** On a phone: the box that people search by, and a drawer with the rest. */
export function PhoneFilters({ filters, values, initial, onSearch }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const text = filters.find((filter) => filter.control === 'text')
  const count = activeFilters(filters, values, initial).filter((filter) => filter !== text).length
  return (
    <TouchSize>
      <div className="phone-filters">
        {text && <PhoneSearch filter={text} values={values} onSearch={onSearch} />}
        {filters.length > (text ? 1 : 0) && (
          <Button icon={<Icon name="filter" />} onClick={() => setOpen(true)} block={!text}>
            {count > 0 ? t('筛选 {n}', { n: count }) : t('筛选')}
          </Button>
        )}
        <Drawer
          open={open}
          onClose={() => setOpen(false)}
          placement="bottom"
          size="auto"
          title={t('筛选')}
          destroyOnHidden
          className="phone-filter-drawer"
        >
          <PhoneForm
            filters={filters}
            values={values}
            onSearch={(next) => {
              onSearch(next)
              setOpen(false)
            }}
            initial={initial}
          />
        </Drawer>
      </div>
    </TouchSize>
  )
}

function PhoneSearch(props: {
  filter: Extract<Filter, { control: 'text' }>
  values: FilterValues
  onSearch: FilterBarProps['onSearch']
}) {
  const { filter, values, onSearch } = props
  const [draft, setDraft] = useDraft(values)
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(tidied(draft))
        }}
      >
        <Input
          type="search"
          aria-label={filter.label}
          prefix={<Icon name="find" />}
          placeholder={filter.placeholder ?? filter.label}
          maxLength={64}
          value={[draft[filter.key] ?? ''].flat()[0] ?? ''}
          onChange={(event) => setDraft({ [filter.key]: event.target.value })}
        />
      </form>
    </search>
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
        onSearch(tidied(draft))
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
