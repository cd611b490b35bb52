import type { RefObject } from 'react'
import { useEffect, useState } from 'react'
import type { InnerProblems } from './declare.tsx'

/**
 * Which sentences a field with fields of its own shows: those under what the user has changed, and those that kept the
 * form from being sent. A field that has only just appeared shows none. `place` is where the first wrong one is focused.
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
    /** Fields have moved or were replaced: maps the path of each touched one to where it is now. */
    move: (to: (path: string) => string[]) => setTouched((before) => before.flatMap(to)),
  }
}

export type InnerSaid = ReturnType<typeof useInnerProblems>
