import { sql } from 'kysely'
import type { AuditLine } from './audit.ts'
import { type Conflicts, mapDatabaseError } from './conflicts.ts'
import { AppError } from './errors.ts'
import { retryOnce } from './retry.ts'
import type { Context } from './serve.ts'
import type { Sentence } from './text.ts'

/** The outcome of an attempt: its result, or the refusal. */
export type SavepointResult<T> = { value: T } | { refusal: AppError }

/**
 * Runs one of several pieces of work in the open transaction, under a savepoint: a refusal rolls back only this piece,
 * its audit lines included. Any other error is thrown and ends the whole transaction.
 */
export async function withSavepoint<T>(
  context: Context,
  conflicts: Conflicts,
  work: (inner: Context) => Promise<T>,
): Promise<SavepointResult<T>> {
  const lines: AuditLine[] = []
  await sql`savepoint attempt`.execute(context.db)
  try {
    const value = await work({ ...context, record: (line) => lines.push(line) })
    await sql`release savepoint attempt`.execute(context.db)
    for (const line of lines) context.record(line)
    return { value }
  } catch (error) {
    const refusal = mapDatabaseError(error, conflicts)
    if (!(refusal instanceof AppError)) throw error
    await sql`rollback to savepoint attempt`.execute(context.db)
    return { refusal }
  }
}

/** Runs the work and rolls it back, its audit lines included: the result shows what would happen. */
export async function dryRun<T>(context: Context, work: (inner: Context) => Promise<T>): Promise<T> {
  await sql`savepoint rehearsal`.execute(context.db)
  const result = await work({ ...context, record: () => {} })
  await sql`rollback to savepoint rehearsal`.execute(context.db)
  return result
}

/**
 * Runs a write for a read that shows its consequences, in a transaction that saves nothing. Returns what `work`
 * returns, and throws what the write would throw.
 */
export async function dryRunInTransaction<T>(
  context: Context,
  work: (inner: Context) => Promise<T>,
): Promise<T> {
  return retryOnce(() => context.db.transaction().execute((db) => dryRun({ ...context, db }, work)))
}

/** The reason of a refusal: the sentence of the first wrong field, else the error's own. */
export function refusalReason({ sentence, data }: AppError): Sentence {
  const [field] = Object.values(data?.fields ?? {})
  return field ?? sentence
}
