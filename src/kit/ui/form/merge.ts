import { type FormPlan, initialValues, isChanged, sameValue, type Values } from './values.ts'

/** The side whose value of a contested field is used. */
export type Side = 'theirs' | 'mine'

/** A field that differs between the opened record, the version that another user has saved since, and the form. */
export interface Difference {
  key: string
  before: unknown
  theirs: unknown
  mine: unknown
  /** Who changed it. If both did, and to different values, the user must choose one. */
  by: Side | 'both'
}

/** The changes of two users to one record, field by field, in the order of the form. */
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
 * The form's fields on top of the newer record: a change by one side is taken, a conflict is resolved by `choices`.
 * Without a choice the user's own value stays, so that no input is lost.
 */
export function mergeValues(
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
