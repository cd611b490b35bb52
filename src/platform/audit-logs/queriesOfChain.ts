import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Changes } from '#kit/audit.ts'
import { maskedChanges } from '#kit/audit.ts'
import type { Head, Line } from './chain.ts'
import { chain, emptyHead } from './chain.ts'
import type { Verdict } from './contract.ts'
import type { Anchor, Break, FoundLine } from './verify.ts'
import { chainCheck } from './verify.ts'

/** How many lines one statement writes or reads: a statement takes 65,535 parameters, and memory stays small. */
const AT_ONCE = 1_000

/**
 * Adds lines to the log, contacts and cards masked, each company's behind its head, which stays locked until the
 * transaction ends. It is the last lock of a write, and several are taken in the order of the companies, so that no two
 * writes wait for each other.
 */
export async function appendLines(db: Database, key: Buffer, lines: readonly Line[]): Promise<void> {
  const byCompany = Map.groupBy(lines, ({ companyCode }) => companyCode)
  for (const [companyCode, own] of [...byCompany].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let head = await lockHead(db, key, companyCode)
    for (let start = 0; start < own.length; start += AT_ONCE) {
      const kept = own
        .slice(start, start + AT_ONCE)
        .map((line) => ({ ...line, changes: maskedChanges(line.changes) }))
      const next = chain(key, head, kept)
      head = next.head
      const rows = next.chained.map(({ atUs, changes, ...line }) => ({
        ...line,
        at: new Date(atUs / 1_000),
        changes: JSON.stringify(changes),
      }))
      // One statement: a write of one line costs two round trips in all.
      await db
        .with('added', (query) => query.insertInto('audit').values(rows))
        .updateTable('auditHead')
        .set({ seq: head.seq, hash: head.hash, seal: head.seal })
        .where('companyCode', '=', companyCode)
        .execute()
    }
  }
}

async function lockHead(db: Database, key: Buffer, companyCode: string): Promise<Head> {
  const find = () =>
    db
      .selectFrom('auditHead')
      .selectAll()
      .where('companyCode', '=', companyCode)
      .forUpdate()
      .executeTakeFirst()
  const head = await find()
  if (head) return head
  // The company's first line. Two writes may both get here: one inserts, the other then finds what it waited for.
  await db
    .insertInto('auditHead')
    .values(emptyHead(key, companyCode))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error(`no audit head for company ${companyCode}`)
  return made
}

/** Every company's head, as it is to be written down outside the database. */
export async function findAnchors(db: Database): Promise<Anchor[]> {
  const heads = await db
    .selectFrom('auditHead')
    .select(['companyCode', 'seq', 'hash'])
    .orderBy('companyCode')
    .execute()
  return heads.map(({ hash, ...head }) => ({ ...head, hash: hash.toString('hex') }))
}

const lineColumns = [
  'id',
  'companyCode',
  'actorId',
  'actorName',
  'action',
  'entity',
  'recordId',
  'changes',
  'ip',
  'requestId',
  'via',
  'seq',
  'salt',
  'hash',
] as const

function lines(db: Database, companyCode: string) {
  return db
    .selectFrom('audit')
    .select(lineColumns)
    .select(sql<number>`(extract(epoch from at) * 1000000)::bigint`.as('atUs'))
    .where('companyCode', '=', companyCode)
    .limit(AT_ONCE)
}

const found = (row: Omit<FoundLine, 'changes'> & { changes: unknown }): FoundLine => ({
  ...row,
  changes: row.changes as Changes,
})

/** Gives the lines from before the chain their places, oldest first; answers how many each company had. */
export async function chainOldLines(db: Database, key: Buffer): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const companies = await db.selectFrom('company').select('code').orderBy('code').execute()
  for (const { code } of companies) {
    let head = await lockHead(db, key, code)
    for (;;) {
      const rows = await lines(db, code).where('seq', 'is', null).orderBy('id').execute()
      if (rows.length === 0) break
      const next = chain(key, head, rows.map(found))
      head = next.head
      await placeLines(db, next.chained)
      counts.set(code, head.seq)
    }
    const { seq, hash, seal } = head
    await db.updateTable('auditHead').set({ seq, hash, seal }).where('companyCode', '=', code).execute()
  }
  return counts
}

async function placeLines(
  db: Database,
  chained: readonly { id: number; seq: number; salt: Buffer; hash: Buffer }[],
): Promise<void> {
  const column = (name: 'id' | 'seq' | 'salt' | 'hash') => sql.val(chained.map((line) => line[name]))
  await sql`update audit set seq = place.seq, salt = place.salt, hash = place.hash
    from unnest(${column('id')}::bigint[], ${column('seq')}::bigint[],
      ${column('salt')}::bytea[], ${column('hash')}::bytea[]) as place (id, seq, salt, hash)
    where audit.id = place.id`.execute(db)
}

/** Follows a company's whole chain; what is written meanwhile is left for the next time. */
export async function verifyChain(
  db: Database,
  key: Buffer,
  companyCode: string,
  anchors: readonly Anchor[],
): Promise<Verdict> {
  const check = chainCheck(key, companyCode, anchors)
  const { head, hasStray } = await findEnd(db, companyCode)
  let seq = 0
  const verdict = (broken: Break | null): Verdict => ({
    companyCode,
    lines: seq,
    head: head ? `${head.seq}:${head.hash.toString('hex')}` : null,
    broken,
  })
  for (;;) {
    let query = lines(db, companyCode).where('seq', '>', seq).orderBy('seq')
    if (head) query = query.where('seq', '<=', head.seq)
    const rows = await query.execute()
    for (const row of rows) {
      const broken = check.take(found(row))
      if (broken) return verdict(broken)
      seq = row.seq ?? seq
    }
    if (rows.length < AT_ONCE) break
  }
  const broken = check.end(head)
  return verdict(broken ?? (hasStray ? { seq: null, reason: 'added' } : null))
}

/** The head of a chain, and whether a line lies beyond it or has no place: in one statement, as writes go on. */
async function findEnd(
  db: Database,
  companyCode: string,
): Promise<{ head: Head | undefined; hasStray: boolean }> {
  const row = await db
    .selectFrom('company')
    .leftJoin('auditHead', 'auditHead.companyCode', 'company.code')
    .select(['auditHead.seq', 'auditHead.hash', 'auditHead.seal'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('audit')
          .select('audit.id')
          .whereRef('audit.companyCode', '=', 'company.code')
          .where(({ eb, ref }) =>
            eb.or([eb('audit.seq', 'is', null), eb('audit.seq', '>', ref('auditHead.seq'))]),
          ),
      ).as('hasStray'),
    )
    .where('company.code', '=', companyCode)
    .executeTakeFirstOrThrow()
  const { seq, hash, seal, hasStray } = row
  const head = seq !== null && hash && seal ? { companyCode, seq, hash, seal } : undefined
  return { head, hasStray: Boolean(hasStray) }
}
