import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { MissingChoice } from './MissingChoice.tsx'
import { PlainFirst } from './PlainFirst.tsx'
import type { StartedPickerProps } from './StartedPicker.tsx'

const StartedPicker = lazyPart<'StartedPicker', StartedPickerProps>(
  () => import('./StartedPicker.tsx'),
  'StartedPicker',
  MissingChoice,
)

/**
 * A picker of records in a search form; its code and its options are loaded when the user points at it or focuses it.
 */
export function PickerField({ id, placeholder, ...rest }: Omit<StartedPickerProps, 'start'>) {
  return (
    <PlainFirst
      id={id}
      className="wide-control"
      placeholder={placeholder ?? t('全部')}
      searched
      preload={StartedPicker.preload}
      // The names of chosen records must be fetched.
      atOnce={rest.ids.length > 0}
    >
      {(start) => <StartedPicker id={id} placeholder={placeholder ?? t('全部')} {...rest} start={start} />}
    </PlainFirst>
  )
}
