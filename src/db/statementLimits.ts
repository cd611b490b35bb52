/** Limit for one statement of a request, in seconds, on both engines. */
export const STATEMENT_LIMIT_SECONDS = 10

/** Limit for one statement of an import, which writes up to 200,000 rows, in seconds. */
export const IMPORT_STATEMENT_LIMIT_SECONDS = 60
