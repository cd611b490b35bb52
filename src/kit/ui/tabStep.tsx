import { isMirrored } from './side.tsx'

/** Where an arrow key leads from a tab, round and round, mirrored where people read from the right; -1 for any other key. */
export function tabStep(key: string, index: number, count: number): number {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (!step) return -1
  const forward = isMirrored() ? -step : step
  return (index + forward + count) % count
}
