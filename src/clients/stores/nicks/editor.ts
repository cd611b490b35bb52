import * as z from 'zod'
import { Day, Id, Version } from '#kit/contract.ts'
import type { RecordEditor, StandingRecord, Written } from '#kit/recordEditor.ts'
import { validated } from '#kit/validated.ts'
import { BindInput } from './contract.ts'
import type { AccountRow } from './edit.ts'
import { bindable, bindNick, moveBeginning, removeNick } from './edit.ts'
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
    const found: StandingRecord[] = []
    for (const id of ids) found.push(standing(await getAgentAccount(db, bindable(actor, clock), id)))
    return found
  },
  create: async (context, input, via) => written(await bindNick(context, validated(BindInput, input), via)),
  update: async (context, changes, via) => {
    const { db, actor, clock } = context
    const { id, version, fromOn } = validated(NickChanges, changes)
    if (via === 'undo') return written(await moveBeginning(context, { id, version, fromOn }, via))
    const { storeId, nick, staffId } = await getAgentAccount(db, bindable(actor, clock), id)
    return written(await bindNick(context, { storeId, nick, staffId, fromOn }, via))
  },
  remove: removeNick,
}

const written = ({ id, version, nick }: AccountRow): Written => ({ id, version, name: nick })

const standing = (row: AccountRow): StandingRecord => ({
  ...written(row),
  companyCode: row.companyCode,
  values: { fromOn: row.fromOn },
})
