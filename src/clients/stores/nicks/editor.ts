import * as z from 'zod'
import type { Via } from '#kit/audit.ts'
import { Day, Id, Version } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { CurrentRecord, RecordEditor, WrittenRecord } from '#kit/recordEditor.ts'
import type { Context } from '#kit/serve.ts'
import { validate } from '#kit/validate.ts'
import { BindInput } from './contract.ts'
import { type AccountRow, bindable, bindNick, endNick, removeNick, restoreDays } from './edit.ts'
import { getAgentAccount } from './queries.ts'

const LastDay = Day.nullable().optional().meta({ title: '结束日期' })

const NickChanges = z.strictObject({
  id: Id,
  version: Version,
  fromOn: Day.optional().meta({ title: '开始日期' }),
  toOn: LastDay,
})

/** A binding in a sheet; it may have ended. */
const NickRow = BindInput.extend({ toOn: LastDay })

/** Binds a nick; with a last day the binding ends then. */
async function importNick(context: Context, input: object, via: Via): Promise<AccountRow> {
  const { toOn = null, ...binding } = validate(NickRow, input)
  const bound = await bindNick(context, binding, via)
  return toOn === null || toOn === bound.toOn ? bound : endNick(context, { ...bound, toOn }, via)
}

/** Lets a binding begin earlier, as for a nick that is found in an older file, or end earlier. */
async function changeNick(
  context: Context,
  { id, version, fromOn, toOn }: z.output<typeof NickChanges>,
  via: Via,
): Promise<AccountRow> {
  if (toOn === null) throw new AppError('WRONG_STATE', REOPENED)
  const { db, actor, clock } = context
  const found = await getAgentAccount(db, bindable(actor, clock), id)
  const { storeId, nick, staffId } = found
  const moved = fromOn
    ? await bindNick(context, { storeId, nick, staffId, fromOn }, via)
    : { ...found, version }
  return toOn ? endNick(context, { id: moved.id, version: moved.version, toOn }, via) : moved
}

const REOPENED = '结束日期不能清空；要继续使用，请另加一行，写新的开始日期。'

/**
 * Imports nick bindings. If the nick is bound to the same agent from a later day, that binding begins earlier; bindings
 * of other agents do not change.
 */
export const nickEditor: RecordEditor = {
  entity: 'nick',
  needs: 'canReportWorklog',
  conflicts: {},
  changes: NickChanges,
  bulk: [],
  find: async ({ db, actor, clock }, ids) => {
    const found: CurrentRecord[] = []
    for (const id of ids) found.push(toCurrentRecord(await getAgentAccount(db, bindable(actor, clock), id)))
    return found
  },
  create: async (context, input, via) => toWritten(await importNick(context, input, via)),
  update: async (context, input, via) => {
    const changes = validate(NickChanges, input)
    const write = via === 'undo' ? restoreDays : changeNick
    return toWritten(await write(context, changes, via))
  },
  remove: removeNick,
}

const toWritten = ({ id, version, nick }: AccountRow): WrittenRecord => ({ id, version, name: nick })

const toCurrentRecord = (row: AccountRow): CurrentRecord => ({
  ...toWritten(row),
  companyCode: row.companyCode,
  values: { fromOn: row.fromOn, toOn: row.toOn },
})
