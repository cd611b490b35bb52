import { Change } from '#kit/ui/Change.tsx'
import { LARGE_FALL_BP } from './rules.ts'

/** Whether a change is a fall that needs attention. */
export const isLargeFall = (bp: number | null) => bp !== null && bp <= LARGE_FALL_BP

/** A change of a volume, red only for a large fall. */
export function VolumeChange({ bp }: { bp: number | null }) {
  return <Change bp={bp} bad={isLargeFall(bp)} />
}
