import { Button } from 'antd'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { useOptions } from '#kit/ui/useOptions.tsx'
import type { FilterValues } from './address.ts'
import type { Filter } from './declare.tsx'
import { activeFilters, filterText, withoutFilter } from './filters.tsx'

interface Props {
  filters: readonly Filter[]
  values: FilterValues
  initial?: FilterValues
  onSearch: (values: FilterValues) => void
}

/** The active filters, each as a tag that can be closed; nothing if there are none. */
export function FilterTags({ filters, values, initial, onSearch }: Props) {
  const active = activeFilters(filters, values, initial)
  if (active.length === 0) return null
  return (
    <div className="filter-tags">
      <span className="filter-tags-name">{t('已筛选')}</span>
      {active.map((filter) => (
        <span key={filter.label} className="filter-tag">
          <span className="filter-tag-words">
            {filter.label}
            {t('：')}
            <FilterText filter={filter} values={values} />
          </span>
          <button
            type="button"
            aria-label={t('清除{name}', { name: filter.label })}
            onClick={() => onSearch(withoutFilter(filter, values, initial))}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      <Button type="link" size="small" onClick={() => onSearch(initial ?? {})}>
        {t('清除全部')}
      </Button>
    </div>
  )
}

const NO_QUERY = {}

function FilterText({ filter, values }: { filter: Filter; values: FilterValues }) {
  if (filter.control !== 'remote') return filterText(filter, values)
  return <RemoteFilterText filter={filter} values={values} />
}

function RemoteFilterText({
  filter,
  values,
}: {
  filter: Extract<Filter, { control: 'remote' }>
  values: FilterValues
}) {
  const ids = [values[filter.key] ?? []].flat().map(Number)
  const { options } = useOptions(filter.options, filter.query ?? NO_QUERY, '', ids)
  return filterText(filter, values, new Map(options.map((option) => [option.id, option.name])))
}
