import pg from 'pg'

/** The end of the audit log's chain as it stood. */
export interface AuditHead {
  seq: string
  row: Record<string, unknown>
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The head of the bench's only company. */
export async function readAuditHead(url: string): Promise<AuditHead> {
  return withClient(url, async (client) => {
    const { rows } = await client.query('select * from audit_head')
    return { seq: String(rows[0]?.seq), row: rows[0] }
  })
}

/** Puts the head back: the bare handler moves it without knowing the key of the chain, which our program would refuse. */
export async function restoreAuditHead(url: string, { row }: AuditHead): Promise<void> {
  await withClient(url, (client) =>
    client.query('update audit_head set seq = $1, hash = $2, seal = $3', [row.seq, row.hash, row.seal]),
  )
}
