import { Button } from 'antd'
import { useId, useState } from 'react'
import { t } from '#kit/text.ts'
import { textWidth } from '#kit/ui/chart/geometry.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import type { FilterValues } from './address.ts'
import { tidied } from './address.ts'
import type { Filter } from './declare.tsx'
import { FilterControl } from './FilterControl.tsx'
import { FilterTags } from './FilterTags.tsx'
import type { FilterBarProps } from './filters.tsx'
import { keysOf } from './filters.tsx'
import { PhoneFilters } from './PhoneFilters.tsx'
import { useDraft } from './useDraft.tsx'
import './FilterBar.css'

/** The search form above a list. Nothing is asked for before 查询 or Enter; what is set stands below it as tags. */
export function FilterBar(props: FilterBarProps) {
  return usePhone() ? <PhoneFilters {...props} /> : <WideFilters {...props} />
}

function WideFilters({ filters, values, initial, shown = 4, onSearch }: FilterBarProps) {
  const form = useId()
  const [draft, setDraft, replaceDraft] = useDraft(values)
  const [open, setOpen] = useState(() => filters.slice(shown).some((filter) => isSet(filter, values)))
  const reset = () => {
    replaceDraft(initial ?? {})
    onSearch(initial ?? {})
  }
  const visible = open ? filters : filters.slice(0, shown)
  return (
    <section className="panel filter-bar" aria-label={t('筛选')}>
      <search>
        <form
          className="filter-grid"
          style={{ gridTemplateColumns: `${filters.slice(0, shown).map(weight).join(' ')} auto` }}
          onSubmit={(event) => {
            event.preventDefault()
            onSearch(tidied(draft))
          }}
        >
          {visible.map((filter, place) => (
            <div key={keysOf(filter)[0]} className="filter-cell">
              <label htmlFor={`${form}${place}`}>{filter.label}</label>
              <FilterControl filter={filter} draft={draft} setDraft={setDraft} id={`${form}${place}`} />
            </div>
          ))}
          <div className="filter-buttons">
            {filters.length > shown && <More open={open} onChange={setOpen} />}
            <Button onClick={reset}>{t('重置')}</Button>
            <Button color="primary" variant="outlined" htmlType="submit">
              {t('查询')}
            </Button>
          </div>
        </form>
      </search>
      <FilterTags filters={filters} values={values} initial={initial} onSearch={onSearch} />
    </section>
  )
}

function More({ open, onChange }: { open: boolean; onChange: (open: boolean) => void }) {
  return (
    <Button type="text" onClick={() => onChange(!open)} aria-expanded={open}>
      {open ? t('收起') : t('展开')}
      <Icon name={open ? 'up' : 'down'} size={12} />
    </Button>
  )
}

const WEIGHTS = { text: 1, select: 0.9, multi: 1.05, remote: 0.95, days: 1.5, custom: 1 }
/** Two days, their dash and the icon. */
const DAYS_WIDTH = 228

function weight(filter: Filter): string {
  const least = filter.control === 'days' ? DAYS_WIDTH + textWidth(filter.label) : 0
  return `minmax(${least}px, ${WEIGHTS[filter.control]}fr)`
}

function isSet(filter: Filter, values: FilterValues): boolean {
  return keysOf(filter).some((key) => values[key] !== undefined)
}
