import { backupChecks } from './checksOfBackups.ts'
import { dataChecks } from './checksOfData.ts'
import { nodeChecks } from './checksOfNodes.ts'
import { workChecks } from './checksOfWork.ts'
import type { Check, Problem } from './problem.ts'
import type { SystemState } from './state.ts'

/** All checks. Each looks at the same state, so every node comes to the same result. */
export const checks: readonly Check[] = [...backupChecks, ...workChecks, ...nodeChecks, ...dataChecks]

/** A problem that was found, and how long it must last before people are told, in ms. */
export interface FoundProblem extends Problem {
  waitMs: number
}

/** The problems of a state, the severe ones first. */
export function findProblems(state: SystemState): FoundProblem[] {
  const found = checks.flatMap(({ waitMs = 0, check }) =>
    check(state).map((problem) => ({ ...problem, waitMs })),
  )
  return [
    ...found.filter(({ severity }) => severity === 'error'),
    ...found.filter(({ severity }) => severity === 'warning'),
  ]
}
