import { conflictingField, invalidField } from '#kit/errors.ts'
import type { Need } from './contract.ts'

const keyOf = ({ shift, weekday, on }: Need) => `${shift} ${weekday ?? ''} ${on ?? ''}`

/** Throws INVALID if a need is of a weekday and of a day, or if two needs are of the same shift and day. */
export function assertNeeds(needs: readonly Need[]): void {
  if (needs.some(({ weekday, on }) => weekday !== null && on !== null)) {
    throw invalidField('needs', '一行只能是每天、某个星期几或某一天。')
  }
  if (new Set(needs.map(keyOf)).size < needs.length) {
    throw invalidField('needs', '同一个班次的同一天只能填一次人数。')
  }
}

const textOf = (needs: readonly Need[]) =>
  needs
    .map((need) => `${keyOf(need)} ${need.heads}`)
    .sort()
    .join()

/** Throws CONFLICT if the needs have changed since the user loaded them. */
export function assertNeedsUnchanged(current: readonly Need[], seen: readonly Need[]): void {
  if (textOf(current) === textOf(seen)) return
  throw conflictingField('needs', '这家店铺的人数刚被别人改过，这次的修改没有保存。请核对后再改。')
}
