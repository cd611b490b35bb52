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

/** A picker of records in a search form: its code, and what there is to pick from, come when somebody goes to it. */
export function PickerField({ id, placeholder, ...rest }: Omit<StartedPickerProps, 'start'>) {
  return (
    <PlainFirst
      id={id}
      className="wide-control"
      placeholder={placeholder ?? t('全部')}
      searched
      preload={StartedPicker.preload}
      // Their names have to be asked for.
      atOnce={rest.ids.length > 0}
    >
      {(start) => <StartedPicker id={id} placeholder={placeholder ?? t('全部')} {...rest} start={start} />}
    </PlainFirst>
  )
}
