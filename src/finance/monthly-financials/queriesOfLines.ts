import type { Database } from '#db/connect.ts'
import { notFound } from '#kit/errors.ts'
import type { CompanyMonth } from './queriesOfClosing.ts'
import { firstOf } from './queriesOfClosing.ts'

interface NewLine extends CompanyMonth {
  label: string
  amountCents: number
  by: number
  at: Date
}

/** Adds a manual line to a month; answers its number. */
export async function insertLine(db: Database, line: NewLine): Promise<number> {
  const { companyCode, month, label, amountCents, by, at } = line
  const { id } = await db
    .insertInto('monthlyManualLine')
    .values({
      ...{ companyCode, monthOn: firstOf(month), label, amountCents },
      ...{ createdAt: at, createdBy: by, updatedAt: at, updatedBy: by },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A manual line of the company's month, locked; throws NOT_FOUND. */
export async function lockLine(db: Database, { companyCode, month }: CompanyMonth, id: number) {
  const row = await db
    .selectFrom('monthlyManualLine')
    .select(['id', 'label', 'amountCents', 'version'])
    .where('id', '=', id)
    .where('companyCode', '=', companyCode)
    .where('monthOn', '=', firstOf(month))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('这条手工项')
  return row
}

/** Removes a manual line. */
export async function deleteLine(db: Database, id: number): Promise<void> {
  await db.deleteFrom('monthlyManualLine').where('id', '=', id).execute()
}
