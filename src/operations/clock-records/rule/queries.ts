import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import type { Basis } from './contract.ts'
import { DEFAULT_RULE } from './rules.ts'

/** How a company counts attendance from a month on. */
export interface Rule {
  basis: Basis
  toleranceMinutes: number
}

/** Returns the rule of each day of a company: the one that began last, or the default. */
export async function findRuleOn(db: Database, companyCode: string): Promise<(on: Day) => Rule> {
  const rules = await findRules(db, companyCode)
  return (on) => rules.find(({ month }) => `${month}-01` <= on) ?? DEFAULT_RULE
}

/** The rules of a company by month, the latest first. */
export async function findRules(db: Database, companyCode: string) {
  return db
    .selectFrom('clockRule')
    .leftJoin('staffName as author', 'author.id', 'clockRule.updatedBy')
    .select(['clockRule.id', 'clockRule.toleranceMinutes', 'clockRule.updatedAt', 'clockRule.version'])
    .select([sql<string>`to_char(clock_rule.from_on, 'YYYY-MM')`.as('month'), 'author.name as updatedByName'])
    .select('clockRule.basis')
    .$narrowType<{ basis: Basis }>()
    .where('clockRule.companyCode', '=', companyCode)
    .orderBy('clockRule.fromOn', 'desc')
    .execute()
}

export type RuleRow = Awaited<ReturnType<typeof findRules>>[number]

/** Locks the company against concurrent changes of its rules. */
export async function lockRules(db: Database, companyCode: string): Promise<void> {
  await db.selectFrom('company').select('code').where('code', '=', companyCode).forNoKeyUpdate().execute()
}

/** Writes the rule from a month on, in place of one that began in the same month. */
export async function putRule(
  db: Database,
  companyCode: string,
  { month, basis, toleranceMinutes }: Rule & { month: string },
  { by, at }: { by: number; at: Date },
): Promise<void> {
  const rule = { basis, toleranceMinutes, updatedAt: at, updatedBy: by }
  await db
    .insertInto('clockRule')
    .values({ ...rule, companyCode, fromOn: `${month}-01`, createdAt: at, createdBy: by })
    .onConflict((clash) =>
      clash
        .columns(['companyCode', 'fromOn'])
        .doUpdateSet({ ...rule, version: sql<number>`clock_rule.version + 1` }),
    )
    .execute()
}
