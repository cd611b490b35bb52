import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { AuditLine } from '#kit/audit.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import type { Sentence } from '#kit/text.ts'
import { notify } from '#platform/notices/queries.ts'
import {
  changeAccount,
  deleteAccount,
  findBindings,
  insertAccount,
  selectAccounts,
} from './bindingQueries.ts'
import {
  type ClaimReader,
  deleteClaims,
  findClaims,
  findConfirmers,
  findPendingClaim,
  insertClaim,
  updateClaim,
} from './claimQueries.ts'
import { boundLine, claimLine, claimsLink, deletedLine, planBinding } from './rules.ts'

/** The pending claims of an unmatched nick. */
const PENDING = sql<{ id: number; version: number; staffId: number; staffName: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'version', c.version, 'staffId', c.staff_id,
      'staffName', claimant.name) order by c.id), '[]')
    from nick_claim c join staff claimant on claimant.id = c.staff_id
    where c.store_id = unmatched.store_id and c.nick = unmatched.nick and c.status = 'pending')`

const ORDER = {
  columns: { nick: 'agentAccount.nick', fromOn: 'agentAccount.fromOn', id: 'agentAccount.id' },
  fallback: 'nick',
  tieBreaker: 'agentAccount.id',
}

interface AccountFilter {
  storeId?: number[] | undefined
  staffId?: number[] | undefined
}

/** A page of the bindings of the stores within reach. */
export async function findAgentAccounts(
  db: Database,
  storeReach: Expression<SqlBool>,
  filter: AccountFilter & PageInput,
) {
  let query = selectAccounts(db).where(storeReach)
  if (filter.storeId) query = query.where('agentAccount.storeId', 'in', filter.storeId)
  if (filter.staffId) query = query.where('agentAccount.staffId', 'in', filter.staffId)
  return pageOf(query, filter, ORDER)
}

/** Whether a nick of a store has or had any binding. */
export async function wasBound(db: Database, storeId: number, nick: string): Promise<boolean> {
  const query = db.selectFrom('agentAccount').select('id').where('storeId', '=', storeId)
  return (await query.where('nick', '=', nick).limit(1).executeTakeFirst()) !== undefined
}

/** Returns a binding of a store within reach; throws NOT_FOUND. */
export async function getAgentAccount(db: Database, storeReach: Expression<SqlBool>, id: number) {
  const row = await selectAccounts(db).where('agentAccount.id', '=', id).where(storeReach).executeTakeFirst()
  if (!row) throw notFound('昵称对应')
  return row
}

/**
 * The bindings of these stores' nicks on a day. For days before the first binding of a nick, that binding is returned;
 * `bindNicks` with the result then makes it begin earlier.
 */
export async function findAccounts(db: Database, storeIds: readonly number[], on: Day) {
  if (storeIds.length === 0) return []
  return db
    .selectFrom('agentAccount as a')
    .innerJoin('staff as agent', 'agent.id', 'a.staffId')
    .select(['a.storeId', 'a.nick', 'a.staffId', 'agent.name as staffName', 'a.fromOn', 'a.toOn'])
    .where('a.storeId', 'in', storeIds)
    .where(
      sql<SqlBool>`(a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on})
        or a.from_on > ${on} and not exists (
          select 1 from agent_account earlier
            where earlier.store_id = a.store_id and earlier.nick = a.nick and earlier.from_on < a.from_on))`,
    )
    .execute()
}

/** SQL condition on `agent_daily`: the nick has no binding on that day. */
const UNMATCHED = sql<SqlBool>`not exists (
  select 1 from agent_account a
    where a.store_id = agent_daily.store_id and a.nick = agent_daily.nick
      and a.from_on <= agent_daily.on_day and (a.to_on is null or a.to_on >= agent_daily.on_day))`

/**
 * The nicks of the stores that may have days without a binding: all except those whose first and last day are covered
 * by one binding. The recursive query finds each nick and its first day in one index lookup, regardless of its number
 * of days.
 */
function nicksToCheck(storeReach: Expression<SqlBool>, storeIds: number[] | undefined) {
  const chosen = storeIds ? sql<SqlBool>`store.id = any(${storeIds})` : sql<SqlBool>`true`
  return sql<{ storeId: number; nick: string }>`(
    with recursive known as (
      select store.id as store_id, first.nick, first.on_day as first_on
        from store cross join lateral (select d.nick, d.on_day from agent_daily d
          where d.store_id = store.id order by d.nick, d.on_day limit 1) first
        where ${storeReach} and ${chosen}
      union all
      select known.store_id, next.nick, next.on_day
        from known cross join lateral (select d.nick, d.on_day from agent_daily d
          where d.store_id = known.store_id and d.nick > known.nick order by d.nick, d.on_day limit 1) next)
    select known.store_id, known.nick from known
      cross join lateral (select (
        select max(d.on_day) from agent_daily d where d.store_id = known.store_id and d.nick = known.nick) as last_on) days
      where not exists (select 1 from agent_account a
        where a.store_id = known.store_id and a.nick = known.nick
          and a.from_on <= known.first_on and (a.to_on is null or a.to_on >= days.last_on)))`
}

/** The days without a binding of the nicks of stores within reach, grouped by store and nick. */
function unmatchedDays(db: Database, storeReach: Expression<SqlBool>, storeIds?: number[]) {
  return db
    .selectFrom(nicksToCheck(storeReach, storeIds).as('suspect'))
    .innerJoin('store', 'store.id', 'suspect.storeId')
    .innerJoin('agentDaily', (join) =>
      join.onRef('agentDaily.storeId', '=', 'suspect.storeId').onRef('agentDaily.nick', '=', 'suspect.nick'),
    )
    .where(UNMATCHED)
    .groupBy(['store.id', 'agentDaily.nick'])
}

/** A page of the nicks of stores within reach that have figures on days without a binding. */
export async function findUnmatched(
  db: Database,
  storeReach: Expression<SqlBool>,
  filter: { storeId?: number[] | undefined } & PageInput,
) {
  const nicks = unmatchedDays(db, storeReach, filter.storeId)
    .select(['store.id as storeId', 'store.name as storeName', 'store.platform', 'agentDaily.nick'])
    .select([
      sql<Day>`min(agent_daily.on_day)`.as('firstOn'),
      sql<Day>`max(agent_daily.on_day)`.as('lastOn'),
      sql<number>`count(*)`.as('days'),
    ])
  return pageOf(db.selectFrom(nicks.as('unmatched')).selectAll().select(PENDING.as('claims')), filter, {
    columns: { lastOn: 'unmatched.lastOn', nick: 'unmatched.nick', days: 'unmatched.days' },
    fallback: '-lastOn',
    tieBreaker: 'unmatched.nick',
  })
}

/** The number of nicks that `findUnmatched` lists. */
export async function countUnmatched(db: Database, storeReach: Expression<SqlBool>): Promise<number> {
  const nicks = unmatchedDays(db, storeReach).select('store.id')
  const { total } = await db
    .selectFrom(nicks.as('unmatched'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The first day on which a nick has figures and no binding; null if there is none. */
export async function findFirstUnmatched(db: Database, storeId: number, nick: string): Promise<Day | null> {
  const { firstOn } = await db
    .selectFrom('agentDaily')
    .select(sql<Day | null>`min(agent_daily.on_day)`.as('firstOn'))
    .where('storeId', '=', storeId)
    .where('nick', '=', nick)
    .where(UNMATCHED)
    .executeTakeFirstOrThrow()
  return firstOn
}

/** The binding of a nick of a store to a person from a day on. */
export interface Binding {
  companyCode: string
  storeId: number
  nick: string
  staffId: number
  fromOn: Day
}

/** A written binding; `movedFrom` is the former first day of an existing one, null for a new one. */
export interface WrittenBinding extends Binding {
  id: number
  previousFromOn: Day | null
}

/**
 * Binds nicks; the caller has checked `assertBindable`. Returns the changes: a nick that is already bound to the person
 * does not change. Throws CONFLICT if it is bound to another person on that day. Locks the stores until the transaction
 * ends.
 */
export async function bindNicks(
  db: Database,
  by: { staffId: number; now: Date },
  bindings: readonly Binding[],
): Promise<WrittenBinding[]> {
  if (bindings.length === 0) return []
  const storeIds = [...new Set(bindings.map((binding) => binding.storeId))]
  await db.selectFrom('store').select('id').where('id', 'in', storeIds).orderBy('id').forUpdate().execute()
  const bound: WrittenBinding[] = []
  for (const binding of bindings) {
    const change = await bindNick(db, by, binding)
    if (change) bound.push(change)
  }
  return bound
}

async function bindNick(
  db: Database,
  by: { staffId: number; now: Date },
  binding: Binding,
): Promise<WrittenBinding | null> {
  const existing = await findBindings(db, binding)
  const plan = planBinding(binding, existing)
  if (plan.step === 'none') return null
  const touched = { updatedAt: by.now, updatedBy: by.staffId }
  if (plan.step === 'extend') {
    await changeAccount(db, plan.existing.id, { fromOn: binding.fromOn, ...touched })
    return { ...binding, id: plan.existing.id, previousFromOn: plan.existing.fromOn }
  }
  const id = await insertAccount(db, by, { ...binding, toOn: plan.toOn })
  return { ...binding, id, previousFromOn: null }
}

/**
 * Undoes bindings: deletes new ones and restores the first day of those that existed. Skips those that are gone. Returns
 * the audit lines. The caller has locked the stores and checked that the bindings did not change since.
 */
export async function undoBindings(
  db: Database,
  by: { staffId: number; now: Date },
  made: readonly Pick<WrittenBinding, 'id' | 'previousFromOn'>[],
): Promise<AuditLine[]> {
  const lines: AuditLine[] = []
  for (const { id, previousFromOn } of made) {
    const binding = await selectAccounts(db).where('agentAccount.id', '=', id).executeTakeFirst()
    if (!binding) continue
    const { fromOn } = binding
    if (previousFromOn === null) await deleteAccount(db, id)
    else await changeAccount(db, id, { fromOn: previousFromOn, updatedAt: by.now, updatedBy: by.staffId })
    lines.push(
      previousFromOn === null
        ? deletedLine(binding)
        : { ...boundLine({ ...binding, fromOn: previousFromOn, previousFromOn: fromOn }), via: 'undo' },
    )
  }
  return lines
}

/** Deletes the bindings and claims of a store that is about to be deleted; returns the audit lines of the bindings. */
export async function deleteNicks(db: Database, storeId: number): Promise<AuditLine[]> {
  const bindings = await db.deleteFrom('agentAccount').where('storeId', '=', storeId).returningAll().execute()
  await deleteClaims(db, storeId)
  return bindings.map(deletedLine)
}

/** The bindings of a person on a day or later. */
export async function findNicksOf(db: Database, staffId: number, on: Day) {
  return selectAccounts(db)
    .where('agentAccount.staffId', '=', staffId)
    .where((eb) => eb.or([eb('agentAccount.toOn', 'is', null), eb('agentAccount.toOn', '>=', on)]))
    .orderBy('agentAccount.id')
    .execute()
}

/**
 * Ends a binding on a day, or deletes it if it begins later; with `toId`, binds the nick to that person afterwards. The
 * caller has locked the store.
 */
export async function handOverNick(
  db: Database,
  nick: { id: number; fromOn: Day; toOn: Day | null } & Omit<Binding, 'staffId' | 'fromOn'>,
  { on, toId }: { on: Day; toId: number | null },
  by: { staffId: number; now: Date },
): Promise<void> {
  const touched = { updatedAt: by.now, updatedBy: by.staffId }
  if (nick.fromOn <= on) await changeAccount(db, nick.id, { toOn: on, ...touched })
  else await deleteAccount(db, nick.id)
  if (toId === null) return
  const fromOn = nick.fromOn > on ? nick.fromOn : addDays(on, 1)
  await insertAccount(db, by, { ...nick, staffId: toId, fromOn })
}

/** The claimant and the time of a claim. */
export interface Claimant {
  id: number
  name: string
  now: Date
}

/** A claim to file; for a takeover, `holder` is the holder of the nick on the first day. */
export interface NewClaim extends Omit<Binding, 'staffId'> {
  takesOver?: boolean
  holder?: { staffId: number; staffName: string } | undefined
}

/**
 * Files claims and notifies the people who may confirm them; the caller has locked the stores. Skips a nick that is
 * already the person's, or that the person already claims from that day or an earlier one. Throws CONFLICT if a nick
 * that is not taken over is bound to another person on the day. Returns the ids and the audit lines.
 */
export async function fileClaims(
  db: Database,
  by: Claimant,
  claims: readonly NewClaim[],
): Promise<{ ids: number[]; lines: AuditLine[] }> {
  const filed: { id: number; claim: NewClaim }[] = []
  for (const claim of claims) {
    const id = await fileClaim(db, by, claim)
    if (id !== null) filed.push({ id, claim })
  }
  for (const ofStore of Map.groupBy(filed, ({ claim }) => claim.storeId).values())
    await notifyConfirmers(db, by, ofStore)
  return {
    ids: filed.map(({ id }) => id),
    lines: filed.map(({ claim }) => claimLine('claim-nick', { ...claim, staffId: by.id })),
  }
}

async function fileClaim(db: Database, by: Claimant, claim: NewClaim): Promise<number | null> {
  const { companyCode, storeId, nick, fromOn, takesOver = false, holder } = claim
  if (!takesOver) {
    const plan = planBinding({ ...claim, staffId: by.id }, await findBindings(db, claim))
    if (plan.step === 'none') return null
  }
  const touched = { updatedAt: by.now, updatedBy: by.id }
  const pending = await findPendingClaim(db, { storeId, nick, staffId: by.id })
  if (pending && (pending.takesOver || pending.fromOn <= fromOn)) return null
  if (pending) {
    await updateClaim(db, pending.id, { fromOn, ...touched })
    return pending.id
  }
  return insertClaim(db, {
    companyCode,
    storeId,
    nick,
    staffId: by.id,
    fromOn,
    takesOver,
    holderId: holder?.staffId ?? null,
    createdAt: by.now,
    createdBy: by.id,
    ...touched,
  })
}

/** Notifies the people who may confirm, once for all nicks of a store. */
async function notifyConfirmers(
  db: Database,
  { name, now }: Claimant,
  filed: readonly { id: number; claim: NewClaim }[],
): Promise<void> {
  const [first] = filed
  if (!first) return
  const { companyCode, storeId, nick, fromOn, holder } = first.claim
  const { store } = await db
    .selectFrom('store')
    .select('name as store')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const title: Sentence =
    filed.length === 1
      ? { sentence: '{name}认领了{store}的昵称“{nick}”，请确认', values: { name, store, nick } }
      : { sentence: '{name}认领了{store}的 {n} 个昵称，请确认', values: { name, store, n: filed.length } }
  const text = holder && {
    sentence: '这个昵称现在是{holder}的，确认后从 {day} 起转给{name}',
    values: { holder: holder.staffName, day: fromOn, name },
  }
  const confirmers = await findConfirmers(db, first.id)
  await notify(
    db,
    confirmers.map((staffId) => ({
      companyCode,
      staffId,
      title,
      text: text ?? null,
      link: claimsLink,
      at: now,
      kind: 'nickClaimed' as const,
    })),
  )
}

/** The number of pending claims that a user may confirm. */
export async function countClaims(db: Database, reader: ClaimReader): Promise<number> {
  const { total } = await findClaims(db, reader, { current: 1, pageSize: 1, toDecide: 'true' })
  return total
}

/** The pending claims of a person. */
export async function findOpenClaims(db: Database, staffId: number) {
  return db
    .selectFrom('nickClaim')
    .innerJoin('store', 'store.id', 'nickClaim.storeId')
    .select(['nickClaim.id', 'nickClaim.storeId', 'nickClaim.nick', 'nickClaim.fromOn'])
    .select(['nickClaim.companyCode', 'nickClaim.staffId', 'store.name as storeName'])
    .where('nickClaim.staffId', '=', staffId)
    .where('nickClaim.status', '=', 'pending')
    .orderBy('nickClaim.id')
    .execute()
}

/** Withdraws pending claims of a person who leaves; the caller has locked the stores. Returns the audit lines. */
export async function withdrawClaims(
  db: Database,
  staffId: number,
  ids: readonly number[],
  { by, at }: { by: number; at: Date },
): Promise<AuditLine[]> {
  const open = (await findOpenClaims(db, staffId)).filter(({ id }) => ids.includes(id))
  const decided = { decidedAt: at, decidedBy: by, updatedAt: at, updatedBy: by }
  for (const { id } of open) await updateClaim(db, id, { status: 'withdrawn', ...decided })
  return open.map((claim) => claimLine('withdraw-nick', claim))
}
