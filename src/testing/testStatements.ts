import pg from 'pg'
import type { Lead } from '#db/databaseQuery.ts'
import { WITH_NEXT } from '#db/statements.ts'

/** A statement that the program sends to the database. */
export interface Statement {
  text: string
  values: unknown[]
}

/**
 * Records all statements that this process sends through the driver while `work` runs, but for those that begin a
 * transaction and give it its access.
 */
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
      const { text, values = [], leads = [] } = first as Partial<Statement> & { text: string; leads?: Lead[] }
      for (const lead of leads)
        if (lead.text.includes(WITH_NEXT)) statements.push({ text: lead.text, values: [...lead.values] })
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
