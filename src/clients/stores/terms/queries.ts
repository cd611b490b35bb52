import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { AppError, notFound } from '#kit/errors.ts'

/** All terms of a store by first day, replaced ones before their replacements. */
export async function findTerms(db: Database, storeId: number) {
  const rows = await db
    .selectFrom('storeTerms')
    .leftJoin('staff as author', 'author.id', 'storeTerms.createdBy')
    .leftJoin('staff as corrector', 'corrector.id', 'storeTerms.replacedBy')
    .selectAll('storeTerms')
    .select(['author.name as createdByName', 'corrector.name as replacedByName'])
    .where('storeId', '=', storeId)
    .orderBy('storeTerms.fromOn')
    .orderBy('storeTerms.id')
    .execute()
  return rows.map((row) => ({ ...row, pricing: row.pricing as unknown as Pricing }))
}

export type TermsRow = Awaited<ReturnType<typeof findTerms>>[number]

/** Finds terms by id; throws NOT_FOUND, or WRONG_STATE if they were replaced. */
export function getActiveTerms(rows: readonly TermsRow[], id: number): TermsRow {
  const row = rows.find((one) => one.id === id)
  if (!row) throw notFound('计费方式')
  if (row.replacedAt) {
    throw new AppError('WRONG_STATE', '这条计费方式已被更正或撤回，请刷新后再看。')
  }
  return row
}

interface NewTerms {
  storeId: number
  companyCode: string
  fromOn: Day
  pricing: Pricing
  storeSalaryCents: number | null
  note: string | null
  createdBy: number
  createdAt: Date
}

export async function insertTerms(db: Database, { pricing, ...row }: NewTerms): Promise<void> {
  await db
    .insertInto('storeTerms')
    .values({ ...row, pricing: JSON.stringify(pricing) })
    .execute()
}

/** Marks terms as replaced; they are kept for reference. */
export async function replaceTerms(
  db: Database,
  id: number,
  { by, at, reason }: { by: number; at: Date; reason: string },
): Promise<void> {
  await db
    .updateTable('storeTerms')
    .set({ replacedAt: at, replacedBy: by, replacedReason: reason })
    .where('id', '=', id)
    .execute()
}
