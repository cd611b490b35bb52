import { sql } from 'kysely'
import { scope } from '#kit/scope.ts'
import { serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { findAttempts } from '#people/sessions/attempts/queries.ts'
import { deviceOf } from '#people/sign-in/userAgent.ts'
import { type SignInRecord, signInRecords } from './contract.ts'

type Row = Awaited<ReturnType<typeof findAttempts>>['items'][number]

function toRecord({ userAgent, at, lastAt, ...row }: Row): SignInRecord {
  return {
    ...row,
    ...deviceOf(userAgent),
    at: at.toISOString(),
    lastAt: lastAt.toISOString(),
  }
}

/** Serves the recorded sign-ins: the user's own, and for an admin those of the company. */
export const signInRecordsServer = serve(signInRecords, {
  own: async ({ db, actor }, query) => {
    const mine = sql<boolean>`sign_in_attempt.staff_id = ${actor.id}`
    const { items, total } = await findAttempts(db, mine, query)
    return { items: items.map(toRecord), total }
  },

  list: async ({ db, actor }, query) => {
    assertCompanyFilter(actor, query.companyCode)
    const reach = scope(actor, 'canAdmin', { company: 'signInAttempt.companyCode' })
    const { items, total } = await findAttempts(db, reach, query)
    return { items: items.map(toRecord), total }
  },
})
