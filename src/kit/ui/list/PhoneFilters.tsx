import { Button } from 'antd'
import Input from 'antd/es/input/Input.js'
import { Suspense, useState } from 'react'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { type FilterValues, trimFilters } from './address.ts'
import type { Filter } from './declare.tsx'
import { activeFilters, type FilterBarProps } from './filters.tsx'
import type { PhoneFilterDrawerProps } from './PhoneFilterDrawer.tsx'
import { useDraft } from './useDraft.tsx'

const PhoneFilterDrawer = lazyPart<'PhoneFilterDrawer', PhoneFilterDrawerProps>(
  () => import('./PhoneFilterDrawer.tsx'),
  'PhoneFilterDrawer',
)

/** On a phone: the search field, and a drawer with the other filters. */
export function PhoneFilters(props: FilterBarProps) {
  const { filters, values, initial, onSearch } = props
  const [open, setOpen] = useState(false)
  const [isNeeded, setNeeded] = useState(false)
  const show = () => {
    setNeeded(true)
    setOpen(true)
  }
  const text = filters.find((filter) => filter.control === 'text')
  const count = activeFilters(filters, values, initial).filter((filter) => filter !== text).length
  return (
    <TouchSize>
      <div className="phone-filters">
        {text && <PhoneSearch filter={text} values={values} onSearch={onSearch} />}
        {filters.length > (text ? 1 : 0) && (
          <Button
            icon={<Icon name="filter" />}
            onPointerEnter={PhoneFilterDrawer.preload}
            onClick={show}
            block={!text}
          >
            {count > 0 ? t('筛选 {n}', { n: count }) : t('筛选')}
          </Button>
        )}
        {isNeeded && (
          <Suspense>
            <PhoneFilterDrawer {...props} open={open} onClose={() => setOpen(false)} />
          </Suspense>
        )}
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
          onSearch(trimFilters(draft))
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
