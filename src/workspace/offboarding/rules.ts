import { type Actor, can } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import type { Day } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { word } from '#kit/text.ts'
import { type HandoverChoice, type HandoverItem, HandoverKind } from './contract.ts'

export const handoverNames: Record<HandoverKind, string> = {
  assignment: '店铺分配',
  nick: '平台昵称',
  nickClaim: '待确认的昵称认领',
  customer: '负责的客户',
  store: '带的店铺',
  member: '组员',
  followUp: '待跟进',
  churnRecord: '挽留中的流失记录',
  question: '待答复的数据疑问',
  warning: '处理中的预警',
  view: '本组视图',
  worklog: '未提交的日志',
  claim: '未提交的报销单',
  decision: '待审核的报销单',
  standIn: '未结束的代审',
  import: '未确认的导入',
  bulkEdit: '未完成的批量修改',
  recordImport: '未完成的资料导入',
}

/** Kinds that cannot be handed over; each ends in its own way. */
export const ONLY_ENDS: ReadonlySet<HandoverKind> = new Set([
  ...([
    'nickClaim',
    'worklog',
    'claim',
    'decision',
    'standIn',
    'import',
    'bulkEdit',
    'recordImport',
  ] as const),
])

/** Kinds that may end without a successor; all others need one. */
export const MAY_END: ReadonlySet<HandoverKind> = new Set([
  ...(['assignment', 'nick', 'question', 'warning', 'view'] as const),
  ...ONLY_ENDS,
])

/** The label for ending a kind, if it is not 直接结束. */
export const endings: Partial<Record<HandoverKind, string>> = {
  nickClaim: '撤回认领',
  question: '留给管理员答复',
  warning: '退回待处理',
  view: '删除',
  worklog: '作废',
  claim: '作废',
  decision: '转给其他审核人',
  import: '作废',
  bulkEdit: '不再继续',
  recordImport: '不再继续',
}

const TRANSFERABLE = new Set(HandoverKind.options.filter((kind) => !ONLY_ENDS.has(kind)))

/** The permission needed to hand over each kind. */
const NEEDS: Record<HandoverKind, Permission> = {
  assignment: 'canAssignStore',
  nick: 'canReportWorklog',
  nickClaim: 'canReportWorklog',
  customer: 'canTransferCustomer',
  store: 'canUpdateStore',
  member: 'canAdmin',
  followUp: 'canReadCustomer',
  churnRecord: 'canUpdateCustomer',
  question: 'canReviewWorklog',
  warning: 'canWarningCustomer',
  view: 'canManageUser',
  worklog: 'canReviewWorklog',
  claim: 'canManageUser',
  decision: 'canAdmin',
  standIn: 'canManageUser',
  import: 'canReportWorklog',
  bulkEdit: 'canManageUser',
  recordImport: 'canManageUser',
}

/** Throws FORBIDDEN if the actor may not hand over one of the items. */
export function assertMayHandOver(actor: Actor, items: readonly HandoverItem[]): void {
  const beyond = items.find(({ kind }) => !can(actor, NEEDS[kind]))
  if (!beyond) return
  throw new AppError('FORBIDDEN', '此人名下还有{what}“{name}”，您不能交接，请由管理员办理离职。', {
    values: { what: word(handoverNames[beyond.kind]), name: beyond.name },
  })
}

/** Throws INVALID unless the last day is between the first day of employment and today. */
export function assertLastDay(leftOn: Day, hiredOn: Day | null, today: Day): void {
  if (leftOn > today) throw invalidField('leftOn', '离职日期不能晚于今天，请到那天再办理。')
  if (hiredOn !== null && leftOn < hiredOn) throw invalidField('leftOn', '离职日期不能早于入职日期。')
}

/** Items of one kind that go to one person, or end (null). */
export interface HandoverGroup {
  kind: HandoverKind
  toId: number | null
  ids: number[]
}

/**
 * Groups the items by kind and successor; `left` contains the items without a valid choice. Items that end by today
 * anyway need no choice: they end on the last day, if that is earlier.
 */
export function planHandover(
  items: readonly HandoverItem[],
  choices: readonly HandoverChoice[],
  today: Day,
): { groups: HandoverGroup[]; left: HandoverItem[] } {
  const left: HandoverItem[] = []
  const groups = new Map<string, HandoverGroup>()
  for (const item of items) {
    const { kind, id } = item
    const named = choices.findLast((one) => one.kind === kind && (one.ids?.includes(id) ?? true))
    const isOver = item.until !== null && item.until <= today
    const choice = named ?? (isOver ? { toId: null } : undefined)
    if (!choice || !(choice.toId === null ? MAY_END : TRANSFERABLE).has(kind)) {
      left.push(item)
      continue
    }
    const { toId } = choice
    const group = groups.get(`${kind} ${toId}`) ?? { kind, toId, ids: [] }
    group.ids.push(id)
    groups.set(`${kind} ${toId}`, group)
  }
  return { groups: [...groups.values()], left }
}

/** Throws WRONG_STATE with the list of items that are left, if there are any. */
export function assertNothingLeft(left: readonly HandoverItem[]): void {
  if (left.length === 0) return
  throw new AppError('WRONG_STATE', '还有 {n} 项没有交接，不能办理离职。请为每一项选好接手的人。', {
    values: { n: left.length },
    data: { left },
  })
}

/** The fields of a person that `assertRecipient` checks. */
export interface Recipient {
  id: number
  companyCode: string
  parentId: number | null
  status: string
}

/**
 * Throws INVALID unless the person is active, not the leaver, of the leaver's company, and within the actor's reach.
 */
export function assertRecipient(
  actor: Actor,
  leaver: { id: number; companyCode: string },
  recipient: Recipient | undefined,
): void {
  const fits =
    recipient?.status === 'active' &&
    recipient.id !== leaver.id &&
    recipient.companyCode === leaver.companyCode &&
    can(actor, 'canManageUser', {
      companyCode: recipient.companyCode,
      headIds: [recipient.parentId ?? recipient.id],
    })
  if (!fits) throw invalidField('choices', '接手的人应是本公司在职的员工；组长只能交接给本组的人。')
}
