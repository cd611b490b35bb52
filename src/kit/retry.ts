import { STALE_PLAN } from './errors.ts'

/** PostgreSQL's code for the transaction that it rolled back to break a deadlock. */
const DEADLOCK = '40P01'

/**
 * Runs a transaction, and once more if the database rolled it back for a reason that has passed: it was the victim of a
 * deadlock, or the tables were altered meanwhile, as by another node's upgrade.
 */
export async function retryOnce<T>(transact: () => Promise<T>): Promise<T> {
  return transact().catch((error: Error & { code?: string }) => {
    if (error.code !== DEADLOCK && error.code !== STALE_PLAN) throw error
    return transact()
  })
}
