// Imported directly: the index of Input would add text areas, passwords and one-time codes.
import Input from 'antd/es/input/Input.js'
import { today } from '#kit/calendar.ts'
import { isDaysWord, spanOf } from '#kit/relativeDays.ts'
import { t } from '#kit/text.ts'
import { PickerField } from '#kit/ui/choice/PickerField.tsx'
import { SelectField } from '#kit/ui/choice/SelectField.tsx'
import type { FilterValue } from './address.ts'
import { DaysField } from './DaysField.tsx'
import type { Filter } from './declare.tsx'
import type { Draft, SetDraft } from './useDraft.tsx'

interface Props {
  filter: Filter
  draft: Draft
  setDraft: SetDraft
  id: string
}

/** The control of one filter; it edits the draft of the search form. */
export function FilterControl({ filter, draft, setDraft, id }: Props) {
  const { label, placeholder } = filter
  switch (filter.control) {
    case 'text':
      return (
        <Input
          id={id}
          value={one(draft[filter.key]) ?? ''}
          placeholder={placeholder ?? t('请输入')}
          maxLength={64}
          allowClear
          onChange={(event) => setDraft({ [filter.key]: event.target.value })}
        />
      )
    case 'select':
    case 'multi':
      return <ChoiceControl draft={draft} setDraft={setDraft} id={id} filter={filter} />
    case 'remote':
      return <RemoteControl draft={draft} setDraft={setDraft} id={id} filter={filter} />
    case 'days':
      return <DaysControl draft={draft} setDraft={setDraft} id={id} filter={filter} />
    case 'custom':
      return (
        <fieldset className="filter-custom" aria-label={label}>
          {filter.render(draft[filter.key], (value) => setDraft({ [filter.key]: value }))}
        </fieldset>
      )
  }
}

type Of<C> = Extract<Filter, { control: C }>

function DaysControl({ filter, draft, setDraft, id }: Props & { filter: Of<'days'> }) {
  const from = one(draft[filter.from]) || undefined
  const named = isDaysWord(from)
    ? spanOf(
        from,
        today(() => new Date()),
      )
    : null
  return (
    <DaysField
      id={id}
      value={named ? [named.from, named.to] : [from, one(draft[filter.to]) || undefined]}
      onChange={([first, last], word) =>
        setDraft({ [filter.from]: word ?? first, [filter.to]: word ? undefined : last })
      }
      maxDays={filter.maxDays}
      future={filter.future}
      clearable={filter.clearable}
      presets={filter.presets}
    />
  )
}

function ChoiceControl({ filter, draft, setDraft, id }: Props & { filter: Of<'select' | 'multi'> }) {
  const multiple = filter.control === 'multi'
  const value = draft[filter.key]
  return (
    <SelectField<string | string[]>
      none="fixed"
      id={id}
      className="wide-control"
      mode={multiple ? 'multiple' : undefined}
      // A single name is shortened; several are counted.
      maxTagCount={several(value).length > 1 ? 'responsive' : undefined}
      maxTagPlaceholder={(hidden) => `+${hidden.length}`}
      value={multiple ? several(value) : one(value) || null}
      onChange={(chosen) => setDraft({ [filter.key]: chosen })}
      options={filter.options.map((choice) => ({ value: String(choice.value), label: choice.label }))}
      placeholder={filter.placeholder ?? t('全部')}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
    />
  )
}

function RemoteControl({ filter, draft, setDraft, id }: Props & { filter: Of<'remote'> }) {
  const change = (chosen: number[]) =>
    setDraft({ [filter.key]: filter.multiple ? chosen.map(String) : chosen[0]?.toString() })
  return (
    <PickerField
      id={id}
      endpoint={filter.options}
      query={filter.query}
      placeholder={filter.placeholder}
      multiple={filter.multiple}
      ids={several(draft[filter.key]).map(Number)}
      onChange={change}
    />
  )
}

function one(value: FilterValue | undefined): string | undefined {
  return [value].flat()[0]
}

function several(value: FilterValue | undefined): string[] {
  return [value ?? []].flat().filter(Boolean)
}
