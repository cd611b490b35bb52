import type { FormPlan, Values } from './values.ts'
import { initialValues, isChanged, sameValue } from './values.ts'

/** Whose value of a contested field is to stand. */
export type Side = 'theirs' | 'mine'

/** A field that differs between what was opened, what somebody else saved since, and what stands in the form. */
export interface Difference {
  key: string
  before: unknown
  theirs: unknown
  mine: unknown
  /** Who changed it; where both did, and to different values, a person has to say which one stands. */
  by: Side | 'both'
}

/** What two people changed of one record, field by field, in the order of the form. */
export function differences(plan: FormPlan, current: Values, values: Values): Difference[] {
  const { base = {} } = plan
  return plan.keys.flatMap((key): Difference[] => {
    const [before, theirs] = [base[key], current[key]]
    const byThem = !sameValue(before, theirs)
    const byMe = isChanged(plan, key, values[key])
    const mine = byMe ? values[key] : before
    const agreed = byThem === byMe && (!byMe || sameValue(theirs, mine))
    if (agreed) return []
    return [{ key, before, theirs, mine, by: byThem && byMe ? 'both' : byThem ? 'theirs' : 'mine' }]
  })
}

/**
 * The fields over the newer record: what only one of the two changed is taken as it is, what both changed as chosen.
 * Without a choice the own value stays, so that nothing typed is lost.
 */
export function merged(
  plan: FormPlan,
  current: Values,
  values: Values,
  choices: Record<string, Side> = {},
): Values {
  const newest = initialValues(plan, current)
  for (const { key, by } of differences(plan, current, values)) {
    if (by === 'mine' || (by === 'both' && choices[key] !== 'theirs')) newest[key] = values[key]
  }
  return newest
}
