import type { ReactElement, ReactNode } from 'react'
import { cloneElement, isValidElement, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#kit/text.ts'

/**
 * The checkbox over all rows of a page. The table draws its heads twice, once unseen to measure their widths: there it
 * must not be, because nothing unseen may be reached by the keyboard.
 */
export function SelectAll({ checkbox }: { checkbox: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  const [seen, setSeen] = useState(true)
  useLayoutEffect(() => setSeen(!place.current?.closest('[aria-hidden="true"]')), [])
  return (
    <span ref={place}>
      {seen && isValidElement(checkbox)
        ? cloneElement(checkbox as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': t('选择本页') })
        : null}
    </span>
  )
}
