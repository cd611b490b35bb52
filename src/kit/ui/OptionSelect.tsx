import { Select, type SelectProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { t } from '#kit/text.ts'
import type { Start } from './choice/PlainFirst.tsx'
import { useTypedText } from './choice/useTypedText.tsx'
import { loadFailureText } from './FailureDetails.tsx'
import { Icon } from './Icon.tsx'
import { FailureBar } from './RefreshFailed.tsx'
import { useDebouncedValue } from './useDebouncedValue.tsx'
import { useNewOption } from './useNewOption.tsx'
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

/**
 * The select of both pickers. A chosen option keeps its name even if later searches do not return it. An option that
 * does not exist yet can be added in place, and is then chosen.
 */
export function OptionSelect(props: Props) {
  const { endpoint, query = NO_QUERY, multiple, chosen, namedOptions, onChoose, start, ...rest } = props
  const { typed, setTyped, keyword } = useSearchText(start)
  const [picked, setPicked] = useState<Option[]>([])
  const { options, loading, error, searches, retry } = useOptions(endpoint, query, keyword, chosen)
  const names = new Map([...namedOptions, ...picked, ...options].map(({ id, name }) => [id, name]))
  const choose = (all: Option[]) => {
    setPicked(all.filter(({ name }) => name))
    setTyped('')
    onChoose(
      all.map(({ id }) => id),
      all.map(({ name }) => name),
    )
  }
  const adding = useNewOption(endpoint.offers, query, (added) =>
    choose(multiple ? [...optionsOf(chosen, names), added] : [added]),
  )
  const isSettled = typed === keyword && !loading && !error
  return (
    <>
      <ChoiceOfOptions
        {...rest}
        start={start}
        chosen={chosen}
        multiple={multiple}
        names={names}
        options={options}
        loading={loading}
        failure={error}
        onRetry={retry}
        showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: searches ? false : matchesText }}
        none={adding.none(typed)}
        onEnterNone={isSettled ? () => adding.add?.(typed) : undefined}
        onChoose={choose}
      />
      {adding.form}
    </>
  )
}

interface ChoiceProps extends PickerProps, Pick<Props, 'start' | 'chosen' | 'multiple'> {
  /** The names of all options that were found or chosen. */
  names: ReadonlyMap<number, string>
  options: readonly Option[]
  loading: boolean
  failure: Error | null
  onRetry: () => void
  showSearch: SelectProps['showSearch']
  /** Shown if there are no options, or none that matches the search. */
  none: ReactNode
  /** Called for the Enter key while the list is open and empty: a button in the list cannot be reached by keyboard. */
  onEnterNone: (() => void) | undefined
  onChoose: (options: Option[]) => void
}

function ChoiceOfOptions(props: ChoiceProps) {
  const { start, chosen, multiple, names, options, failure, onRetry, none, onEnterNone, onChoose, ...rest } =
    props
  const [isOpen, setOpen] = useState(start?.defaultOpen ?? false)
  const failureText = failure ? loadFailureText(failure) : undefined
  const choose = (value: number | readonly number[] | undefined) =>
    onChoose(optionsOf([value ?? []].flat(), names))
  return (
    <Select<number | number[], { value: number; label: string }>
      {...rest}
      autoFocus={start?.autoFocus}
      defaultOpen={start?.defaultOpen}
      // The closed control shows the failure as well.
      status={failure ? 'warning' : undefined}
      title={failureText}
      aria-description={failureText}
      suffixIcon={failure ? <Icon name="warn" /> : undefined}
      className="wide-control"
      mode={multiple ? 'multiple' : undefined}
      // A single name is shortened; several are counted.
      maxTagCount={chosen.length > 1 ? 'responsive' : undefined}
      maxTagPlaceholder={(hidden) => `+${hidden.length}`}
      allowClear
      placeholder={rest.placeholder ?? t('请选择')}
      onOpenChange={setOpen}
      onInputKeyDown={({ key }) => key === 'Enter' && isOpen && options.length === 0 && onEnterNone?.()}
      value={multiple ? [...chosen] : (chosen[0] ?? null)}
      onChange={choose}
      options={options.map(({ id, name }) => ({ value: id, label: name }))}
      labelRender={({ value, label }) => label ?? names.get(Number(value)) ?? fallbackName(value)}
      notFoundContent={noOptions(props)}
      // The failure is shown above the available options, and also if there are none.
      popupRender={(list) => (
        <>
          {failure && <FailureBar error={failure} onRetry={onRetry} />}
          {list}
        </>
      )}
    />
  )
}

function optionsOf(ids: readonly number[], names: ReadonlyMap<number, string>): Option[] {
  return ids.map((id) => ({ id, name: names.get(id) ?? '' }))
}

/** The content of the list without options; after a failure it is not known whether there are any. */
function noOptions({ loading, failure, none }: ChoiceProps): ReactNode {
  if (loading) return t('加载中…')
  return failure ? t('暂时读不到可选的内容') : none
}

/** The text in the search field, and the text to search for. */
function useSearchText(start: Start | undefined) {
  const [typed, setTyped] = useTypedText(start)
  return { typed, setTyped, keyword: useDebouncedValue(typed, typed ? PAUSE_MS : 0) }
}

function fallbackName(id: string | number): string {
  return t('编号 {n}', { n: Number(id) })
}

/** Filters the options here if the endpoint does not search. */
function matchesText(text: string, option: { label?: ReactNode } | undefined): boolean {
  return String(option?.label ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .includes(text.trim().normalize('NFKC').toLowerCase())
}
