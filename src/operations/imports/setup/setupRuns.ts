import type * as z from 'zod'
import type { Context } from '#kit/serve.ts'
import { maySetUp } from '#operations/imports/rules.ts'
import { findAdminNames } from '#people/staff/queries.ts'
import type { SetupRun } from './contract.ts'
import { findObstacles } from './obstacleQueries.ts'
import { obstacleError } from './obstacles.ts'
import type { SetupRow } from './queries.ts'
import { notPermitted } from './rules.ts'

/** Converts runs to API format, with whether the user can undo them now. */
export async function toSetupRuns(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  rows: readonly SetupRow[],
): Promise<z.input<typeof SetupRun>[]> {
  const done = rows.filter(({ status }) => status === 'done').map(({ id }) => id)
  const refusal =
    maySetUp(actor) || done.length === 0 ? null : notPermitted(await findAdminNames(db, actor.companyCode))
  const obstacles = refusal ? new Map() : await findObstacles(db, done)
  return rows.map((row) => {
    const found = obstacles.get(row.id)
    const problem = refusal ?? (found ? obstacleError(found) : null)
    const isDone = row.status === 'done'
    return {
      ...row,
      status: isDone ? ('done' as const) : ('undone' as const),
      createdAt: row.createdAt.toISOString(),
      undoable: isDone && problem === null,
      whyNot: isDone ? (problem?.sentence ?? null) : null,
    }
  })
}
