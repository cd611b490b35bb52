import { type Actor, can, hideCompany } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import { NoticeKind } from './contract.ts'

/** Days for which notices are kept, read or not. */
export const RETENTION_DAYS = 90

/** The name of each kind in the settings. `kindLines` describes when it is sent. */
export const kindNames: Record<NoticeKind, string> = {
  worklogReturned: '日志被退回',
  worklogSubmitted: '有日志待审核',
  worklogOwed: '我的日志没交',
  worklogReminder: '催交日志',
  handoverNote: '交接给我的班次',
  leaveRequested: '有请假待审批',
  leaveDecided: '我的请假有结果',
  warning: '咨询量预警',
  figureQuestion: '有人对数字提出疑问',
  figureAnswered: '我的疑问有了答复',
  nickClaimed: '有昵称认领待确认',
  nickDecided: '昵称归属有变',
  pendingFigures: '平台延迟统计的数字要补',
  mention: '备注里提到我',
  followUp: '今天要跟进的客户',
  contractEnding: '合同快到期',
  subscription: '订阅的视图',
  figureCheck: '数据核对有出入',
  exportDone: '后台导出完成',
  claimSubmitted: '有报销单待审核',
  claimDecided: '我的报销单有结果',
  monthReopening: '反结账待确认',
  statementAnswered: '商家对账的回复',
  newDevice: '新设备登录',
  systemProblem: '系统出了问题',
}

export const kindLines: Record<NoticeKind, string> = {
  worklogReturned: '组长或管理员退回了您的日志，并写了原因',
  worklogSubmitted: '您审核的人提交了日志',
  worklogOwed: '前一天排了班，日志还没有提交，早上提醒您',
  worklogReminder: '组长或管理员催您补交日志',
  handoverNote: '上一班在您的店铺留了交接',
  leaveRequested: '组员申请了请假，等您审批',
  leaveDecided: '您的请假被同意、不同意，或由组长代为登记',
  warning: '每周一算出的接近、超量、下降、归零和缺数据',
  figureQuestion: '您负责的店铺有数字被指出不对',
  figureAnswered: '您指出的数字已更正，或说明了为什么是对的',
  nickClaimed: '组员认领了平台昵称，等您确认',
  nickDecided: '您认领的昵称有了结果，或您的昵称转给了别人、又还给了您',
  pendingFigures: '导入时平台还没有算出的数字，一天后提醒您重新导入',
  mention: '同事在客户备注里提到您',
  followUp: '到了您定下的跟进日期',
  contractEnding: '您负责的客户合同在 30 天、7 天后或当天到期',
  subscription: '您订阅的视图按时送来',
  figureCheck: '每晚核对发现汇总与明细不一致',
  exportDone: '在后台导出的文件可以下载了',
  claimSubmitted: '有人提交了由您审核的报销单',
  claimDecided: '您的报销单通过、退回、驳回或打款了',
  monthReopening: '另一位管理员申请反结账，或确认了您的申请',
  statementAnswered: '商家在对账页面确认了账单，或提出了异议',
  newDevice: '有人在您没有用过的设备上登录了您的账号',
  systemProblem: '备份、任务、磁盘、节点或操作日志出了问题，以及恢复的时候',
}

/** The permission needed for each kind; a kind without one is for all users. */
const REQUIRED_PERMISSIONS: Partial<Record<NoticeKind, Permission>> = {
  worklogReturned: 'canReportWorklog',
  worklogSubmitted: 'canReviewWorklog',
  worklogOwed: 'canReportWorklog',
  worklogReminder: 'canReportWorklog',
  handoverNote: 'canReportWorklog',
  leaveRequested: 'canReviewWorklog',
  leaveDecided: 'canReportWorklog',
  // Also sent to the customer's owner: sales cannot open the warnings page but must act.
  warning: 'canReadCustomer',
  figureQuestion: 'canReviewWorklog',
  nickClaimed: 'canReviewWorklog',
  nickDecided: 'canReportWorklog',
  pendingFigures: 'canReportWorklog',
  mention: 'canReadCustomer',
  followUp: 'canReadCustomer',
  contractEnding: 'canUpdateCustomer',
  figureCheck: 'canAdmin',
  claimSubmitted: 'canReviewReimbursementBill',
  monthReopening: 'canManageMonthlyFinancial',
  // Sent to the creator of the link and the owner of the customer.
  statementAnswered: 'canUpdateCustomer',
}

/** The kinds that a user can receive, in the order of the settings. */
export function kindsFor(actor: Actor): NoticeKind[] {
  return NoticeKind.options.filter((kind) => {
    // The program is operated by the headquarters.
    if (kind === 'systemProblem') return !hideCompany(actor)
    const permission = REQUIRED_PERMISSIONS[kind]
    return permission === undefined || can(actor, permission)
  })
}
