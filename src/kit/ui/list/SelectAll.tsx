import type { ReactElement, ReactNode } from 'react'
import { cloneElement, isValidElement, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#kit/text.ts'

/**
 * The checkbox for all rows of a page. The table renders its headers twice, once hidden to measure widths: the hidden
 * one must not contain the checkbox, because hidden elements must not be focusable.
 */
export function SelectAll({ checkbox }: { checkbox: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isVisible, setVisible] = useState(true)
  useLayoutEffect(() => setVisible(!place.current?.closest('[aria-hidden="true"]')), [])
  return (
    <span ref={place}>
      {isVisible && isValidElement(checkbox)
        ? cloneElement(checkbox as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': t('选择本页') })
        : null}
    </span>
  )
}
