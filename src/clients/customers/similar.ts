import type * as z from 'zod'
import { can } from '#access/can.ts'
import { customerReach } from '#clients/scopes.ts'
import { nameKey } from '#kit/fields.ts'
import type { Context } from '#kit/serve.ts'
import { definedOnly } from '#kit/version.ts'
import { companyForNew } from '#people/companies/rules.ts'
import type { customers, Likeness, Similar } from './contract.ts'
import { getCustomer } from './queries.ts'
import { findSimilar } from './queriesOfLikeness.ts'

/** The maximum number of similar customers returned. */
const MAX_SHOWN = 5

type Found = Awaited<ReturnType<typeof findSimilar>>[number]

function likenessOf(row: Found): Likeness[] {
  const tests: [Likeness, boolean][] = [
    ['mobile', row.sameMobile],
    ['uscc', row.sameUscc],
    ['wechat', row.sameWechat],
    ['name', row.likeName],
  ]
  return tests.filter(([, holds]) => holds).map(([likeness]) => likeness)
}

/** The exact matches only, for customers out of reach: with similar names, any user could search for names. */
function exactLikeness(row: Found): Likeness[] {
  return likenessOf(row).filter((likeness) => likeness !== 'name' || row.sameName)
}

/** Finds customers that look like the one being typed: those within reach, and the matching fields of the others. */
export async function findSimilarCustomers(
  context: Context,
  { exceptId, companyCode, ...typed }: z.output<typeof customers.similar.input>,
) {
  const { db, actor, clock } = context
  // Fields that are not sent have their saved values: an edit form contains masked contacts only.
  const saved = exceptId
    ? await getCustomer(db, customerReach(actor, 'canUpdateCustomer', clock), exceptId)
    : undefined
  const { name, mobile, uscc, wechat } = { ...saved, ...definedOnly(typed) }
  const query = {
    companyCode: saved?.companyCode ?? companyForNew(actor, companyCode),
    nameKey: name && nameKey(name),
    ...{ exceptId, mobile, uscc: uscc?.replace(/[\s-]/g, ''), wechat },
  }
  const reach = customerReach(actor, 'canReadCustomer', clock).customers
  const rows = await findSimilar(db, query, reach)
  const items = rows
    .filter((row) => row.isReached)
    .slice(0, MAX_SHOWN)
    .map((row): Similar => {
      const mergeable = can(actor, 'canUpdateCustomer', row) && row.status !== 'churned'
      return { ...row, status: row.status as Similar['status'], likeness: likenessOf(row), mergeable }
    })
  const hidden = rows.filter((row) => !row.isReached).flatMap(exactLikeness)
  return { items, hidden: [...new Set(hidden)] }
}
