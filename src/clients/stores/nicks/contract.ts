import * as z from 'zod'
import { Platform } from '#clients/stores/contract.ts'
import { Day, endpoint, Id, many, page, paged, Version } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'

export const Nick = line('平台昵称', 100)

/** Which person answers under a nick (子账号, 旺旺昵称) of a store, from when to when (both days included). */
export const AgentAccount = z.object({
  id: z.int(),
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  staffId: z.int(),
  staffName: z.string(),
  nick: z.string(),
  fromOn: z.string(),
  toOn: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
})

export type AgentAccount = z.output<typeof AgentAccount>

export const BindInput = z.strictObject({
  storeId: Id.meta({ title: '店铺' }),
  nick: Nick,
  staffId: Id.meta({ title: '客服' }),
  /** Absent: the first day on which the nick has figures and belongs to nobody, else today. */
  fromOn: Day.optional().meta({ title: '开始日期' }),
})

export type BindInput = z.output<typeof BindInput>

/** A nick of a store that has figures on days on which it belongs to nobody. */
export const UnmatchedNick = z.object({
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  nick: z.string(),
  firstOn: z.string(),
  lastOn: z.string(),
  days: z.int(),
})

export const agentAccounts = {
  list: endpoint('GET /api/agent-accounts', {
    needs: 'canReadStore',
    summary: '平台昵称与客服的对应，按店铺或客服',
    input: page({ storeId: many(Id), staffId: many(Id) }, ['nick', 'fromOn', 'id']),
    output: paged(AgentAccount),
  }),
  unmatched: endpoint('GET /api/agent-accounts/unmatched', {
    needs: 'canReportWorklog',
    summary: '待对应的平台昵称：有数据而不知是谁的',
    input: page({ storeId: many(Id) }, ['lastOn', 'nick', 'days']),
    output: paged(UnmatchedNick),
  }),
  bind: endpoint('POST /api/agent-accounts', {
    needs: 'canReportWorklog',
    summary: '把店铺的一个平台昵称对应到客服，直到解除或另有其人；组员只能对应到自己',
    input: BindInput,
    output: AgentAccount,
  }),
  unbind: endpoint('POST /api/agent-accounts/:id/unbind', {
    needs: 'canReportWorklog',
    summary: '结束一条对应；toOn 是最后一天，null 表示绑错了、整条删去',
    input: z.strictObject({ id: Id, version: Version, toOn: Day.nullable().meta({ title: '结束日期' }) }),
    output: AgentAccount.nullable(),
  }),
}
