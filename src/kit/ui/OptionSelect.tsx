import { Select } from 'antd'
import { useState } from 'react'
import { t } from '#kit/text.ts'
import type { Start } from './choice/PlainFirst.tsx'
import { loadFailureText } from './FailureDetails.tsx'
import { Icon } from './Icon.tsx'
import { FailureBar } from './RefreshFailed.tsx'
import { useDebouncedValue } from './useDebouncedValue.tsx'
import { type Option, type OptionsEndpoint, useOptions } from './useOptions.tsx'

/** Props of both pickers in addition to their value. */
export interface PickerProps {
  id?: string
  disabled?: boolean
  placeholder?: string
  'aria-label'?: string
}

interface Props extends PickerProps {
  endpoint: OptionsEndpoint
  query?: Record<string, unknown>
  multiple?: boolean
  chosen: readonly number[]
  namedOptions: Option[]
  onChoose: (ids: number[], names: string[]) => void
  /** Initial focus, open state and typed text, if it replaces a plain field. */
  start?: Start
}

const NO_QUERY = {}
/** Debounce: a search is sent after this pause in typing. */
const PAUSE_MS = 250

/** The select of both pickers. A chosen option keeps its name even if later searches do not return it. */
export function OptionSelect(props: Props) {
  const { endpoint, query = NO_QUERY, multiple, chosen, namedOptions, onChoose, start, ...rest } = props
  const { typed, setTyped, keyword } = useSearchText(start?.typed)
  const [picked, setPicked] = useState<Option[]>([])
  const { options, loading, error, searches, retry } = useOptions(endpoint, query, keyword, chosen)
  const names = new Map([...namedOptions, ...picked, ...options].map((option) => [option.id, option.name]))
  const failure = error ? loadFailureText(error) : undefined
  const choose = (value: number | readonly number[] | undefined) => {
    const ids = value === undefined ? [] : [value].flat()
    setPicked(ids.map((id) => ({ id, name: names.get(id) ?? '' })).filter((option) => option.name))
    setTyped('')
    onChoose(
      ids,
      ids.map((id) => names.get(id) ?? ''),
    )
  }
  return (
    <Select<number | number[], { value: number; label: string }>
      {...rest}
      autoFocus={start?.autoFocus}
      defaultOpen={start?.defaultOpen}
      // The closed control shows the failure as well.
      status={failure && 'warning'}
      title={failure}
      aria-description={failure}
      suffixIcon={failure && <Icon name="warn" />}
      className="wide-control"
      mode={multiple ? 'multiple' : undefined}
      // A single name is shortened; several are counted.
      maxTagCount={chosen.length > 1 ? 'responsive' : undefined}
      maxTagPlaceholder={(hidden) => `+${hidden.length}`}
      allowClear
      placeholder={rest.placeholder ?? t('请选择')}
      value={multiple ? [...chosen] : (chosen[0] ?? null)}
      onChange={(value) => choose(value)}
      options={options.map(({ id, name }) => ({ value: id, label: name }))}
      labelRender={({ value, label }) => label ?? names.get(Number(value)) ?? fallbackName(value)}
      loading={loading}
      showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: searches ? false : matchesText }}
      notFoundContent={loading ? t('加载中…') : t('没有可选项')}
      // The failure is shown above the available options, and also if there are none.
      popupRender={(list) => (
        <>
          {error && <FailureBar error={error} onRetry={retry} />}
          {list}
        </>
      )}
    />
  )
}

/** The text in the search field, and the text to search for. */
function useSearchText(initial = '') {
  const [typed, setTyped] = useState(initial)
  return { typed, setTyped, keyword: useDebouncedValue(typed, typed ? PAUSE_MS : 0) }
}

function fallbackName(id: string | number): string {
  return t('编号 {n}', { n: Number(id) })
}

/** Filters the options here if the endpoint does not search. */
function matchesText(text: string, option: { label: string } | undefined): boolean {
  return (option?.label ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .includes(text.trim().normalize('NFKC').toLowerCase())
}
