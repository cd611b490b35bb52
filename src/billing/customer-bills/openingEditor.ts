import type * as z from 'zod'
import { invalidField } from '#kit/errors.ts'
import { nameKey } from '#kit/fields.ts'
import type { CurrentRecord, RecordEditor, WrittenRecord } from '#kit/recordEditor.ts'
import type { Context } from '#kit/serve.ts'
import { validate } from '#kit/validate.ts'
import { OpeningChanges, OpeningRow } from './contractOpenings.ts'
import { openingDiffers } from './openingRules.ts'
import { addOpening, removeOpening } from './openings.ts'
import { type BillRow, findStoresNamed, lockBill } from './queries.ts'
import { conflicts } from './rules.ts'

/**
 * Imports opening balances from sheets. A sheet never changes an existing balance: an identical row has no effect, a
 * different row is rejected.
 */
export const openingEditor: RecordEditor = {
  entity: 'opening',
  needs: 'canChargeCustomer',
  conflicts,
  changes: OpeningChanges,
  bulk: [],
  find: async ({ db, actor }, ids) => {
    const found: CurrentRecord[] = []
    for (const id of ids) found.push(toCurrentRecord(await lockBill(db, actor, id)))
    return found
  },
  create: async (context, input, via) => {
    const { storeName, ...row } = validate(OpeningRow, input)
    const storeId = storeName ? await findStoreNamed(context, row, storeName) : null
    return toSavedRecord(await addOpening(context, { ...row, storeId }, via))
  },
  update: async ({ db, actor }, { id }) => {
    throw openingDiffers(await lockBill(db, actor, id))
  },
  remove: removeOpening,
}

const toSavedRecord = ({ id, version, code }: BillRow): WrittenRecord => ({ id, version, name: code ?? '' })

function toCurrentRecord(row: BillRow): CurrentRecord {
  const { companyCode, totalCents: amountCents, dueOn, note } = row
  return { ...toSavedRecord(row), companyCode, values: { amountCents, dueOn, note } }
}

async function findStoreNamed(
  { db }: Context,
  { customerId }: z.output<typeof OpeningRow>,
  name: string,
): Promise<number> {
  const [only, ...others] = await findStoresNamed(db, customerId, nameKey(name))
  if (!only) throw invalidField('storeName', '这位客户没有叫“{name}”的店铺。', { name })
  if (others.length > 0) {
    throw invalidField('storeName', '这位客户有几家叫“{name}”的店铺，请把店铺留空。', { name })
  }
  return only.id
}
