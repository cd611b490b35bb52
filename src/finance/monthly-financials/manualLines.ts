import type * as z from 'zod'
import type { Changes } from '#kit/audit.ts'
import { invalidField, notFound } from '#kit/errors.ts'
import { assertFresh } from '#kit/fresh.ts'
import type { Context } from '#kit/serve.ts'
import { companyMonth } from './closing.ts'
import type { ManualLine } from './contract.ts'
import type { monthClosing } from './contractClosing.ts'
import { findManualLines } from './queriesOfClosing.ts'
import { deleteLine, insertLine, lockLine } from './queriesOfLines.ts'

type Input<K extends keyof typeof monthClosing> = z.output<(typeof monthClosing)[K]['input']>

const ENTITY = { entity: 'monthly-financial' as const }

/** Adds a cost that nothing else knows to a month that is open. */
export async function addLine(context: Context, input: Input<'addLine'>): Promise<ManualLine> {
  const { db, actor, clock, record } = context
  const { label, amountCents, ...named } = input
  if (amountCents === 0) throw invalidField('amountCents', '金额不能是 0。')
  const of = await companyMonth(context, named)
  const id = await insertLine(db, { ...of, label, amountCents, by: actor.id, at: clock() })
  const changes: Changes = { label: [null, label], amountCents: [null, amountCents] }
  const { companyCode, month: recordId } = of
  record({ action: 'add-line', ...ENTITY, recordId, companyCode, changes })
  const added = (await findManualLines(db, of)).find((line) => line.id === id)
  if (!added) throw notFound('这条手工项')
  return added
}

/** Removes a line from a month that is open; the log keeps what it said. */
export async function removeLine(
  context: Context,
  input: Input<'removeLine'>,
): Promise<Record<string, never>> {
  const { db, record } = context
  const of = await companyMonth(context, input)
  const line = await lockLine(db, of, input.id)
  assertFresh(line, input.version, (row) => row)
  await deleteLine(db, line.id)
  record({
    ...{ action: 'remove-line', ...ENTITY, recordId: of.month, companyCode: of.companyCode },
    changes: { label: [line.label, null], amountCents: [line.amountCents, null] },
  })
  return {}
}
