import type * as z from 'zod'
import { invalidField } from '#kit/errors.ts'
import { nameKey } from '#kit/fields.ts'
import type { RecordEditor, StandingRecord, Written } from '#kit/recordEditor.ts'
import type { Context } from '#kit/serve.ts'
import { validated } from '#kit/validated.ts'
import { OpeningChanges, OpeningRow } from './contractOpenings.ts'
import { standsOtherwise } from './openingRules.ts'
import { addOpening, removeOpening } from './openings.ts'
import type { BillRow } from './queries.ts'
import { lockBill } from './queries.ts'
import { findStoresCalled } from './queriesOfOpenings.ts'
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
    const found: StandingRecord[] = []
    for (const id of ids) found.push(standing(await lockBill(db, actor, id)))
    return found
  },
  create: async (context, input, via) => {
    const { storeName, ...row } = validated(OpeningRow, input)
    const storeId = storeName ? await storeCalled(context, row, storeName) : null
    return written(await addOpening(context, { ...row, storeId }, via))
  },
  update: async ({ db, actor }, { id }) => {
    throw standsOtherwise(await lockBill(db, actor, id))
  },
  remove: removeOpening,
}

const written = ({ id, version, code }: BillRow): Written => ({ id, version, name: code ?? '' })

function standing(row: BillRow): StandingRecord {
  const { companyCode, totalCents: amountCents, dueOn, note } = row
  return { ...written(row), companyCode, values: { amountCents, dueOn, note } }
}

async function storeCalled(
  { db }: Context,
  { customerId }: z.output<typeof OpeningRow>,
  name: string,
): Promise<number> {
  const [only, ...others] = await findStoresCalled(db, customerId, nameKey(name))
  if (!only) throw invalidField('storeName', '这位客户没有叫“{name}”的店铺。', { name })
  if (others.length > 0) {
    throw invalidField('storeName', '这位客户有几家叫“{name}”的店铺，请把店铺留空。', { name })
  }
  return only.id
}
