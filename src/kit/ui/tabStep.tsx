import { isMirrored } from './side.tsx'

/** Index of the tab that an arrow key leads to, cyclic and mirrored on a right-to-left page; -1 for any other key. */
export function tabStep(key: string, index: number, count: number): number {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (!step) return -1
  const forward = isMirrored() ? -step : step
  return (index + forward + count) % count
}
