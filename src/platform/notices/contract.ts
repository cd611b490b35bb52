import * as z from 'zod'
import { endpoint, Id, many, page, paged } from '#kit/contract.ts'
import { SentenceValues } from '#kit/sentenceText.ts'
import { bell, Unread } from './bellContract.ts'

/** The kinds of notices. Users can switch off each kind. */
export const NoticeKind = z.enum([
  'worklogReturned',
  'worklogSubmitted',
  'worklogOwed',
  'worklogReminder',
  'handoverNote',
  'leaveRequested',
  'leaveDecided',
  'warning',
  'figureQuestion',
  'figureAnswered',
  'nickClaimed',
  'nickDecided',
  'pendingFigures',
  'mention',
  'followUp',
  'contractEnding',
  'subscription',
  'figureCheck',
  'exportDone',
  'claimSubmitted',
  'claimDecided',
  'monthReopening',
  'statementAnswered',
  'newDevice',
  'systemProblem',
])

export type NoticeKind = z.output<typeof NoticeKind>

/** A sentence that the browser writes in the reader's language. */
export const NoticeMessage = z.object({ sentence: z.string(), values: SentenceValues })

export type NoticeMessage = z.output<typeof NoticeMessage>

export const Notice = z.object({
  id: z.int(),
  kind: NoticeKind,
  title: NoticeMessage,
  text: NoticeMessage.nullable(),
  /** The page that the notice is about. */
  link: z.string(),
  at: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
})

export type Notice = z.output<typeof Notice>

export const notices = {
  ...bell,
  list: endpoint('GET /api/notices', {
    needs: 'signedIn',
    summary: '本人的通知，最新的在前，保留 90 天',
    input: page({ unread: z.enum(['true']).optional(), kind: many(NoticeKind) }, ['id']),
    output: paged(Notice),
  }),
  read: endpoint('POST /api/notices/:id/read', {
    needs: 'signedIn',
    summary: '把一条通知标为已读',
    input: z.strictObject({ id: Id }),
    output: Unread,
    audited: false,
  }),
  readAll: endpoint('POST /api/notices/read-all', {
    needs: 'signedIn',
    summary: '把到这一条为止的通知都标为已读；之后才来的仍是未读',
    input: z.strictObject({ upTo: Id }),
    output: Unread,
    audited: false,
  }),
  settings: endpoint('GET /api/notices/settings', {
    needs: 'signedIn',
    summary: '本人会收到哪几种通知，哪几种已关闭',
    input: z.strictObject({}),
    output: z.array(z.object({ kind: NoticeKind, on: z.boolean() })),
  }),
  set: endpoint('PATCH /api/notices/settings', {
    needs: 'signedIn',
    summary: '打开或关闭一种通知',
    input: z.strictObject({ kind: NoticeKind, on: z.boolean().meta({ title: '接收' }) }),
    output: z.object({ kind: NoticeKind, on: z.boolean() }),
    audited: false,
  }),
}
