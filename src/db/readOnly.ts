/** SQLSTATE of a write to a database that is read-only: a standby, or a server that was set so. */
export const READ_ONLY = '25006'

/** Whether a write failed because the database is read-only. */
export const isReadOnlyError = (error: unknown): boolean => (error as { code?: unknown }).code === READ_ONLY
