import type { InputHTMLAttributes } from 'react'
import './PlainCheckbox.css'

interface Props
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'aria-label' | 'checked' | 'disabled' | 'onChange' | 'onClick'
  > {
  /** Some of the rows are selected. */
  indeterminate?: boolean
}

/**
 * The checkbox of a table's header and rows. The build puts it in place of antd's (app/excludedModules.ts), which costs as
 * much to render as the rest of a row.
 */
export function PlainCheckbox({ indeterminate = false, ...props }: Props) {
  const show = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = indeterminate
  }
  return (
    <input
      ref={show}
      type="checkbox"
      className="plain-checkbox"
      aria-label={props['aria-label']}
      checked={props.checked}
      disabled={props.disabled}
      onChange={props.onChange}
      onClick={props.onClick}
    />
  )
}
