import { LocalSelect, type LocalSelectProps } from './LocalSelect.tsx'
import type { Start } from './PlainFirst.tsx'

export interface StartedSelectProps extends LocalSelectProps<unknown> {
  start: Start
}

/** The select that replaces a plain field and continues from its state. */
export function StartedSelect(props: StartedSelectProps) {
  return <LocalSelect<unknown> {...props} />
}
