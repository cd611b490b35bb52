import { sql } from 'kysely'
import type { AuditLine } from './audit.ts'
import type { Conflicts } from './conflicts.ts'
import { conflictOf } from './conflicts.ts'
import { AppError } from './errors.ts'
import type { Context } from './serve.ts'
import { fill } from './text.ts'

/** What became of a try: its result, or the refusal. */
export type Attempt<T> = { value: T } | { refusal: AppError }

/**
 * Tries one piece of many in the transaction that is open: a refusal undoes that piece only, its audit lines included. A
 * fault is thrown, and ends all.
 */
export async function attempt<T>(
  context: Context,
  conflicts: Conflicts,
  work: (inner: Context) => Promise<T>,
): Promise<Attempt<T>> {
  const lines: AuditLine[] = []
  await sql`savepoint attempt`.execute(context.db)
  try {
    const value = await work({ ...context, record: (line) => lines.push(line) })
    await sql`release savepoint attempt`.execute(context.db)
    for (const line of lines) context.record(line)
    return { value }
  } catch (error) {
    const refusal = conflictOf(error, conflicts)
    if (!(refusal instanceof AppError)) throw error
    await sql`rollback to savepoint attempt`.execute(context.db)
    return { refusal }
  }
}

/** Does the work and takes all of it back, its audit lines included: what it answers is what would happen. */
export async function rehearse<T>(context: Context, work: (inner: Context) => Promise<T>): Promise<T> {
  await sql`savepoint rehearsal`.execute(context.db)
  const result = await work({ ...context, record: () => {} })
  await sql`rollback to savepoint rehearsal`.execute(context.db)
  return result
}

/**
 * Runs a write for a read that shows its consequences: in a transaction that keeps nothing. Returns what `work` returns,
 * and throws what the write would throw.
 */
export async function dryRun<T>(context: Context, work: (inner: Context) => Promise<T>): Promise<T> {
  return context.db.transaction().execute((db) => rehearse({ ...context, db }, work))
}

/** Why a try was refused, as a sentence to keep: the first wrong field's, else the refusal's own. */
export function refusalText({ message, params, data }: AppError): string {
  const [field] = Object.values(data?.fields ?? {})
  return field ?? fill(message, params)
}
