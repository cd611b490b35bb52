import { can } from '#access/can.ts'
import { getCustomer } from '#clients/customers/queries.ts'
import { customerScope, readableStores } from '#clients/scopes.ts'
import { getStore } from '#clients/stores/queries.ts'
import { changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { nextDayCode } from '#kit/counter.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { assertVersionLazy, definedOnly } from '#kit/version.ts'
import { findBooks, getStartedBooks } from '#people/books/queries.ts'
import { assertNoProblem, claimProblem } from '#people/books/rules.ts'
import { placeAttachments } from './attachmentQueries.ts'
import type { ClaimPage } from './contract.ts'
import type { ItemInput } from './contractItems.ts'
import { findItems, putItems } from './itemQueries.ts'
import { type ClaimRow, insertClaim, lockClaim, lockUntouched, updateClaim } from './queries.ts'
import { assertApplicant, assertItems, assertStep } from './rules.ts'
import { readPage } from './toClaim.ts'

interface Fields {
  month: string
  title: string
  remark?: string | null | undefined
  items?: ItemInput[] | undefined
}

/**
 * Creates a draft of the actor. Reuses the actor's untouched draft if there is one, because codes must have no gaps and
 * a draft is never deleted.
 */
export async function createClaim(context: Context, { items = [], ...fields }: Fields): Promise<ClaimPage> {
  const { db, actor, clock, record } = context
  const { companyCode } = actor
  assertNoProblem('month', claimProblem(await getStartedBooks(context, companyCode), fields.month))
  const untouched = items.length === 0 ? await lockUntouched(db, actor.id) : undefined
  if (untouched) return resetDraft(context, untouched.id, fields)
  const code = await nextDayCode(db, companyCode, 'BX', today(clock))
  const stamp = { ...createdNow(context), ...updatedNow(context) }
  const row = { ...fields, code, companyCode, staffId: actor.id, ...stamp }
  const id = await insertClaim(db, row)
  const totalCents = await saveItems(context, { id, companyCode, month: fields.month }, items)
  await updateClaim(db, id, { totalCents })
  const changes = changesBetween({}, { code, ...fields, totalCents, itemCount: items.length })
  record({ action: 'create', entity: 'reimbursement', recordId: id, companyCode, changes })
  return readPage(context, id)
}

/** Resets an untouched draft as if it were created now. */
async function resetDraft(context: Context, id: number, fields: Omit<Fields, 'items'>): Promise<ClaimPage> {
  const { db, actor, clock, record } = context
  const before = await lockClaim(db, actor, id)
  await updateClaim(db, id, { ...fields, createdAt: clock(), ...updatedNow(context) })
  const { companyCode } = before
  const changes = changesBetween(before, { ...before, ...fields })
  record({ action: 'update', entity: 'reimbursement', recordId: id, companyCode, changes })
  return readPage(context, id)
}

/** Updates the actor's own draft or returned claim; `items` replaces all items. */
export async function editClaim(
  context: Context,
  { id, version, items, ...sent }: { id: number; version: number } & Partial<Fields>,
): Promise<ClaimPage> {
  const { db, record } = context
  const before = await lockOwnClaim(context, { id, version })
  const fields = definedOnly(sent)
  const month = fields.month ?? before.month
  if (month !== before.month)
    assertNoProblem('month', claimProblem(await getStartedBooks(context, before.companyCode), month))
  const count = (await findItems(db, id)).length
  const totalCents = items ? await saveItems(context, { ...before, month }, items) : before.totalCents
  await updateClaim(db, id, { ...fields, totalCents, ...updatedNow(context) })
  const changes = changesBetween(
    { ...before, itemCount: count },
    { ...before, ...fields, totalCents, itemCount: items?.length ?? count },
  )
  record({
    action: 'update',
    entity: 'reimbursement',
    recordId: id,
    companyCode: before.companyCode,
    changes,
  })
  return readPage(context, id)
}

/** Locks and returns the actor's own editable claim; throws STALE if `version` is not current. */
async function lockOwnClaim(
  context: Context,
  { id, version }: { id: number; version: number },
): Promise<ClaimRow> {
  const row = await lockClaim(context.db, context.actor, id)
  assertApplicant(context.actor, row)
  await assertVersionLazy(row, version, () => readPage(context, id))
  assertStep(row.status, 'edit')
  return row
}

/** Saves items with their files and returns the total. Targets must be in the actor's scope. */
async function saveItems(
  context: Context,
  { id, companyCode, month }: Pick<ClaimRow, 'id' | 'companyCode' | 'month'>,
  items: readonly ItemInput[],
): Promise<number> {
  const { db, clock } = context
  assertItems(items, month, await findBooks(db, clock, companyCode))
  const existingIds = new Set((await findItems(db, id)).map((item) => item.id))
  if (items.some((item) => item.id !== undefined && !existingIds.has(item.id)))
    throw new AppError('INVALID', '有一笔明细已不在这张报销单里，请刷新后再保存。')
  for (const item of items) await assertTargetInScope(context, item)
  const ids = await putItems(
    db,
    id,
    items.map(({ attachmentIds: _, customerId, storeId, target, ...item }) => ({
      ...item,
      target,
      customerId: target === 'customer' ? (customerId ?? null) : null,
      storeId: target === 'store' ? (storeId ?? null) : null,
    })),
  )
  const places = ids.map((itemId, at) => ({ itemId, ids: items[at]?.attachmentIds ?? [] }))
  await placeAttachments(db, id, places)
  return items.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

/** Throws NOT_FOUND if the customer or store of an item is out of scope. */
async function assertTargetInScope({ db, actor, clock }: Context, item: ItemInput): Promise<void> {
  const on = today(clock)
  const stores = readableStores(actor, on)
  if (item.target === 'customer' && item.customerId) {
    if (!can(actor, 'canReadCustomer'))
      throw new AppError('FORBIDDEN', '您不能把费用归到客户，请选公共或店铺。')
    const customers = customerScope(actor, 'canReadCustomer', on)
    await getCustomer(db, { customers, stores }, item.customerId)
  }
  if (item.target === 'store' && item.storeId) await getStore(db, stores, item.storeId, on)
}
