import * as z from 'zod'
import { Day, Id, Version } from '#kit/contract.ts'
import type { CurrentRecord, RecordEditor, WrittenRecord } from '#kit/recordEditor.ts'
import { validate } from '#kit/validate.ts'
import { BindInput } from './contract.ts'
import { type AccountRow, bindable, bindNick, removeNick, restoreFirstDay } from './edit.ts'
import { getAgentAccount } from './queries.ts'

const NickChanges = z.strictObject({ id: Id, version: Version, fromOn: Day.meta({ title: '开始日期' }) })

/**
 * Imports nick bindings. If the nick is bound to the same agent from a later day, that binding begins earlier; bindings
 * of other agents do not change.
 */
export const nickEditor: RecordEditor = {
  entity: 'nick',
  needs: 'canReportWorklog',
  conflicts: {},
  changes: NickChanges.partial({ fromOn: true }),
  bulk: [],
  find: async ({ db, actor, clock }, ids) => {
    const found: CurrentRecord[] = []
    for (const id of ids) found.push(toCurrentRecord(await getAgentAccount(db, bindable(actor, clock), id)))
    return found
  },
  create: async (context, input, via) => toWritten(await bindNick(context, validate(BindInput, input), via)),
  update: async (context, changes, via) => {
    const { db, actor, clock } = context
    const { id, version, fromOn } = validate(NickChanges, changes)
    if (via === 'undo') return toWritten(await restoreFirstDay(context, { id, version, fromOn }, via))
    const { storeId, nick, staffId } = await getAgentAccount(db, bindable(actor, clock), id)
    return toWritten(await bindNick(context, { storeId, nick, staffId, fromOn }, via))
  },
  remove: removeNick,
}

const toWritten = ({ id, version, nick }: AccountRow): WrittenRecord => ({ id, version, name: nick })

const toCurrentRecord = (row: AccountRow): CurrentRecord => ({
  ...toWritten(row),
  companyCode: row.companyCode,
  values: { fromOn: row.fromOn },
})
