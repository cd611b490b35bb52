import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { LocalSelectProps } from './LocalSelect.tsx'
import { MissingChoice } from './MissingChoice.tsx'
import { PlainFirst } from './PlainFirst.tsx'
import type { StartedSelectProps } from './StartedSelect.tsx'

const StartedSelect = lazyPart<'StartedSelect', StartedSelectProps>(
  () => import('./StartedSelect.tsx'),
  'StartedSelect',
  MissingChoice,
)

/**
 * antd's `Select` for settings that nearly every screen shows and few users change: its code is loaded on first use.
 */
export function SelectField<Value>(props: Omit<LocalSelectProps<Value>, 'start'>) {
  const { id, className = '', placeholder, disabled, variant, value, options = [] } = props
  const chosen = options.find((option) => option.value === value)
  const started = props as unknown as LocalSelectProps<unknown>
  return (
    <PlainFirst
      id={id}
      disabled={disabled}
      placeholder={placeholder}
      className={variant ? `${className} plain-choice-${variant}` : className}
      aria-label={props['aria-label']}
      text={chosen?.label}
      searched={Boolean(props.showSearch)}
      preload={StartedSelect.preload}
      // Several values are shown as tags, which the plain field cannot show.
      atOnce={!chosen && [value ?? []].flat().length > 0}
    >
      {(start) => <StartedSelect {...started} start={start} />}
    </PlainFirst>
  )
}
