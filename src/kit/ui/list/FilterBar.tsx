import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import { speaksChinese, t } from '#kit/text.ts'
import { textWidth } from '#kit/ui/chart/geometry.ts'
import { useWidth } from '#kit/ui/chart/useWidth.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { useOptions } from '#kit/ui/useOptions.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { type FilterValues, trimFilters } from './address.ts'
import type { Filter } from './declare.tsx'
import { FilterControl } from './FilterControl.tsx'
import { activeFilters, type FilterBarProps, filterText, keysOf, withoutFilter } from './filters.tsx'
import { PhoneFilters } from './PhoneFilters.tsx'
import { useDraft } from './useDraft.tsx'
import './FilterBar.css'

/** The search form above a list. It searches on 查询 or Enter; the active filters are shown below it as tags. */
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
  const first = filters.slice(0, shown)
  const { place, narrow } = useNarrow(first)
  const visible = open ? filters : first
  return (
    <section className="panel filter-bar" aria-label={t('筛选')}>
      <search>
        <form
          ref={place}
          className={narrow ? 'filter-grid filter-grid-narrow' : 'filter-grid'}
          style={narrow ? {} : { gridTemplateColumns: tracks(first) }}
          onSubmit={(event) => {
            event.preventDefault()
            onSearch(trimFilters(draft))
          }}
        >
          {visible.map((filter, at) => (
            <div key={keysOf(filter)[0]} className={`filter-cell filter-cell-${filter.control}`}>
              <label htmlFor={`${form}${at}`}>{filter.label}</label>
              <FilterControl filter={filter} draft={draft} setDraft={setDraft} id={`${form}${at}`} />
            </div>
          ))}
          <div className="filter-buttons">
            {filters.length > shown && <More open={open} onChange={setOpen} />}
            <Button onClick={reset}>{t('重置')}</Button>
            <Search />
          </div>
        </form>
      </search>
      <FilterTags filters={filters} values={values} initial={initial} onSearch={onSearch} />
    </section>
  )
}

function Search() {
  return (
    <Button color="primary" variant="outlined" htmlType="submit">
      {t('查询')}
    </Button>
  )
}

/** Whether the form is too narrow for its first filters and the buttons in one line. */
function useNarrow(first: readonly Filter[]) {
  const place = useRef<HTMLFormElement>(null)
  const width = useWidth(place)
  return { place, narrow: width > 0 && width < minFormWidth(first) }
}

function More({ open, onChange }: { open: boolean; onChange: (open: boolean) => void }) {
  return (
    <Button type="text" onClick={() => onChange(!open)} aria-expanded={open}>
      {open ? t('收起') : t('展开')}
      <Icon name={open ? 'up' : 'down'} size={12} />
    </Button>
  )
}

/** Minimum width of each control in px; `days` includes two days, the dash and the icon. */
const MIN_WIDTHS = { text: 120, select: 112, multi: 120, remote: 112, days: 228, custom: 120 }
const GAP = 16
/** Width of the buttons and margins of the form in px; labels are longer in other languages. */
const buttons = () => (speaksChinese() ? 240 : 280)

/** In a narrower form the fields and the buttons do not fit in one line. */
function minFormWidth(filters: readonly Filter[]): number {
  return filters.reduce((sum, filter) => sum + minWidthOf(filter) + GAP, buttons())
}

function minWidthOf(filter: Filter): number {
  return MIN_WIDTHS[filter.control] + Math.ceil(textWidth(filter.label, 14)) + 8
}

const WEIGHTS = { text: 1, select: 0.9, multi: 1.05, remote: 0.95, days: 1.5, custom: 1 }

/** Fewer fields do not fill a line: they keep their usual width, and the buttons are at its end. */
const MIN_FIELDS_FOR_FULL_LINE = 3
const MAX_FIELD_WIDTH = 320

/** The grid columns of the single line: the fields, weighted by their content, then the buttons. */
function tracks(filters: readonly Filter[]): string {
  const fills = filters.length >= MIN_FIELDS_FOR_FULL_LINE
  const maxTrack = (filter: Filter) => (fills ? `${WEIGHTS[filter.control]}fr` : `${MAX_FIELD_WIDTH}px`)
  const fields = filters.map((filter) => `minmax(${minWidthOf(filter)}px, ${maxTrack(filter)})`)
  return [...fields, fills ? 'auto' : '1fr'].join(' ')
}

function isSet(filter: Filter, values: FilterValues): boolean {
  return keysOf(filter).some((key) => values[key] !== undefined)
}

interface FilterTagsProps {
  filters: readonly Filter[]
  values: FilterValues
  initial?: FilterValues
  onSearch: (values: FilterValues) => void
}

/** The active filters, each as a tag that can be closed; nothing if there are none. */
function FilterTags({ filters, values, initial, onSearch }: FilterTagsProps) {
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
