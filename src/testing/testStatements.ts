import pg from 'pg'

/** A statement that the program sends to the database. */
export interface Statement {
  text: string
  values: unknown[]
}

/** Records all statements that this process sends through the driver while `work` runs. */
export async function whileListening<T>(
  work: () => Promise<T>,
): Promise<{ answer: T; statements: Statement[] }> {
  const statements: Statement[] = []
  const { query } = pg.Client.prototype
  const listen = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    if (typeof first === 'string')
      statements.push({ text: first, values: Array.isArray(second) ? second : [] })
    else if (first && typeof first === 'object' && 'text' in first) {
      const { text, values = [] } = first as { text: string; values?: unknown[] }
      statements.push({ text, values })
    }
    return Reflect.apply(query, this, args)
  }
  pg.Client.prototype.query = listen as typeof query
  try {
    return { answer: await work(), statements }
  } finally {
    pg.Client.prototype.query = query
  }
}
