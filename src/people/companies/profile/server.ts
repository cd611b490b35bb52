import { changesBetween } from '#kit/audit.ts'
import { type Context, type Handlers, serve } from '#kit/serve.ts'
import { definedOnly, staleError } from '#kit/version.ts'
import { nameConflict } from '#people/companies/rules.ts'
import { companyProfile } from './contract.ts'
import { prepareLogo } from './prepareLogo.ts'
import * as queries from './queries.ts'
import { assertPayeeWhole, assertReached } from './rules.ts'

/** Locks the profile for a write. Throws NOT_FOUND, and STALE unless `version` is current. */
async function lockProfile({ db, actor }: Context, { code, version }: { code: string; version: number }) {
  assertReached(actor, code)
  const profile = await queries.getProfile(db, code, { lock: true })
  if (profile.version !== version) throw staleError(profile)
  return profile
}

type Facts = Awaited<ReturnType<typeof queries.findLogoFacts>>

/** Logs a change of the logo by name, size and digest, and returns the new profile. */
async function finishLogo(context: Context, code: string, action: string, [before, after]: [Facts, Facts]) {
  const { db, clock, record } = context
  await queries.updateProfile(db, code, {}, clock())
  const changes = { logo: [before, after] as [Facts, Facts] }
  record({ action, entity: 'company', recordId: code, companyCode: code, changes })
  return queries.getProfile(db, code)
}

const handlers: Handlers<typeof companyProfile> = {
  get: ({ db, actor }, { code }) => {
    assertReached(actor, code)
    return queries.getProfile(db, code)
  },

  update: async (context, { code, version, ...sent }) => {
    const { db, clock, record } = context
    const before = await lockProfile(context, { code, version })
    const fields = definedOnly(sent)
    assertPayeeWhole({ ...before, ...fields })
    await queries.updateProfile(db, code, fields, clock())
    const after = await queries.getProfile(db, code)
    const changes = changesBetween(before, after)
    record({ action: 'update', entity: 'company', recordId: code, companyCode: code, changes })
    return after
  },

  setLogo: {
    ownTransaction: async ({ actor, upload }, { code, version }, transact) => {
      assertReached(actor, code)
      const logo = await prepareLogo(upload)
      return transact(async (context) => {
        const { db, clock } = context
        await lockProfile(context, { code, version })
        const before = await queries.findLogoFacts(db, code)
        await queries.putLogo(db, { ...logo, companyCode: code, createdAt: clock(), createdBy: actor.id })
        return finishLogo(context, code, 'set-logo', [before, await queries.findLogoFacts(db, code)])
      })
    },
  },

  removeLogo: async (context, { code, version }) => {
    await lockProfile(context, { code, version })
    const before = await queries.findLogoFacts(context.db, code)
    await queries.deleteLogo(context.db, code)
    return finishLogo(context, code, 'remove-logo', [before, null])
  },
}

export const companyProfileServer = serve(companyProfile, handlers, nameConflict)
