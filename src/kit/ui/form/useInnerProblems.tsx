import { type RefObject, useEffect, useState } from 'react'
import type { InnerProblems } from './declare.tsx'

/**
 * Selects the error messages that a field with fields of its own shows: those of values that the user has changed, and
 * those that prevented submitting. A field that has just appeared shows none. The first wrong input within `place` is
 * focused.
 */
export function useInnerProblems(problems: InnerProblems | undefined, place: RefObject<HTMLElement | null>) {
  const [touched, setTouched] = useState<readonly string[]>([])
  const { found = {}, refused = 0, isFirst = false } = problems ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was wrong when the form was to be sent
  useEffect(() => {
    if (refused === 0 || Object.keys(found).length === 0) return
    setTouched((before) => [...before, ...Object.keys(found)])
    if (!isFirst) return
    requestAnimationFrame(() =>
      place.current?.querySelector<HTMLElement>('.ant-form-item-has-error input')?.focus(),
    )
  }, [refused])
  return {
    at: (path: string) => (touched.includes(path) ? found[path] : undefined),
    touch: (...paths: string[]) => setTouched((before) => [...before, ...paths]),
    /** Maps the path of each touched field to its new path, after fields were moved or replaced. */
    move: (to: (path: string) => string[]) => setTouched((before) => before.flatMap(to)),
  }
}

export type InnerMessages = ReturnType<typeof useInnerProblems>
