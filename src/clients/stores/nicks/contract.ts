import * as z from 'zod'
import { Platform } from '#clients/stores/contract.ts'
import { Consequences } from '#kit/consequences.ts'
import { Day, endpoint, Id, many, page, paged, Version } from '#kit/contract.ts'
import { line, optionalLine } from '#kit/fields.ts'

export const Nick = line('平台昵称', 100)

/** The binding of a nick (子账号, 旺旺昵称) of a store to a person; both days are inclusive. */
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
  /** Defaults to the first day on which the nick has figures and no binding, otherwise today. */
  fromOn: Day.optional().meta({ title: '开始日期' }),
})

export type BindInput = z.output<typeof BindInput>

/** A nick of a store that has figures on days without a binding. */
export const UnmatchedNick = z.object({
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  nick: z.string(),
  firstOn: z.string(),
  lastOn: z.string(),
  days: z.int(),
  /** The pending claims of the nick. */
  claims: z.array(z.object({ id: z.int(), version: z.int(), staffId: z.int(), staffName: z.string() })),
})

export const ClaimStatus = z.enum(['pending', 'confirmed', 'rejected', 'withdrawn', 'undone'])
export type ClaimStatus = z.output<typeof ClaimStatus>

/**
 * An agent's claim of a nick of a store from a day on. It has no effect until it is confirmed. A direct binding by a
 * head or an admin is saved as a confirmed claim.
 */
export const NickClaim = z.object({
  id: z.int(),
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  nick: z.string(),
  staffId: z.int(),
  staffName: z.string(),
  fromOn: z.string(),
  /** The holder of the nick on that day, for a takeover. */
  holderName: z.string().nullable(),
  status: ClaimStatus,
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Whether a head or an admin bound the nick directly. */
  isDirect: z.boolean(),
  decidedAt: z.iso.datetime().nullable(),
  decidedByName: z.string().nullable(),
  undoneAt: z.iso.datetime().nullable(),
  undoneByName: z.string().nullable(),
  /** Whether this user may confirm, reject or undo it; `mayUndo`: whether the undo is possible now. */
  mayDecide: z.boolean(),
  mayUndo: z.boolean(),
  version: z.int(),
})

export type NickClaim = z.output<typeof NickClaim>

const ClaimInput = z.strictObject({
  storeId: Id.meta({ title: '店铺' }),
  nick: Nick,
  /** Defaults to the first day on which the nick has figures and no binding, otherwise today; for a takeover, today. */
  fromOn: Day.optional().meta({ title: '开始日期' }),
})

/** Takes the nick over from its holder from that day on. Without it, only days without a holder can be claimed. */
const takesOver = z.boolean().optional()

const VersionedId = z.strictObject({ id: Id, version: Version })
const IdInput = z.strictObject({ id: Id })

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
    summary: '把店铺的一个平台昵称对应到客服，直到解除或另有其人；组长和管理员用，组员请认领',
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

const needs = 'canReportWorklog'

export const nickClaims = {
  list: endpoint('GET /api/agent-accounts/claims', {
    needs,
    summary: '昵称认领：待确认的在前，然后是 30 天内有结果的',
    input: page(
      {
        status: many(ClaimStatus),
        storeId: many(Id),
        /** Only those that this user may confirm. */
        toDecide: z.enum(['true']).optional(),
      },
      ['createdAt', 'id'],
    ),
    output: paged(NickClaim),
  }),
  claim: endpoint('POST /api/agent-accounts/claims', {
    needs,
    budget: 'question',
    summary: '组员认领一个平台昵称，由组长或管理员确认；确认之前什么都不变',
    input: ClaimInput.extend({ takesOver }),
    output: NickClaim,
  }),
  claimConsequences: endpoint('GET /api/agent-accounts/claims/consequences', {
    needs,
    budget: 'preview',
    summary: '认领之前列出：确认后哪些日子、多少人会转到谁名下',
    input: ClaimInput.extend({ takesOver: z.enum(['true']).optional() }),
    output: Consequences,
  }),
  confirm: endpoint('POST /api/agent-accounts/claims/:id/confirm', {
    needs,
    summary: '确认一条认领：从那天起昵称归认领的人，原来的人到前一天为止，双方都收到通知',
    input: VersionedId.extend({
      /** The seal of the consequences that were shown; the request is rejected if the nick's bindings changed since. */
      seal: z.string().max(64).optional(),
    }),
    output: NickClaim,
  }),
  confirmConsequences: endpoint('GET /api/agent-accounts/claims/:id/confirm/consequences', {
    needs,
    budget: 'preview',
    summary: '确认认领之前列出哪些日子、多少人从谁转到谁',
    input: IdInput,
    output: Consequences,
  }),
  reject: endpoint('POST /api/agent-accounts/claims/:id/reject', {
    needs,
    summary: '不同意一条认领，可以写明原因；认领的人收到通知',
    input: VersionedId.extend({ reason: optionalLine('原因', 200).optional() }),
    output: NickClaim,
  }),
  withdraw: endpoint('POST /api/agent-accounts/claims/:id/withdraw', {
    needs,
    summary: '撤回自己还没有确认的认领',
    input: VersionedId,
    output: NickClaim,
  }),
  undo: endpoint('POST /api/agent-accounts/claims/:id/undo', {
    needs,
    summary: '撤销 30 天内的一次确认或对应：昵称的归属恢复原样，双方都收到通知',
    input: VersionedId,
    output: NickClaim,
  }),
  undoConsequences: endpoint('GET /api/agent-accounts/claims/:id/undo/consequences', {
    needs,
    budget: 'preview',
    summary: '撤销之前列出哪些日子、多少人从谁回到谁',
    input: IdInput,
    output: Consequences,
  }),
}
