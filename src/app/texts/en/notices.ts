/** Notices: the bell, its panel, and what is switched on and off. */
export const notices: Record<string, string> = {
  消息: 'notice',
  接收: 'Receive',
  日志被退回: 'My log was returned',
  有日志待审核: 'A log to review',
  催交日志: 'A reminder to submit a log',
  交接给我的班次: 'Handed over to my shift',
  咨询量预警: 'Volume warnings',
  有人对数字提出疑问: 'Somebody questions a figure',
  我的疑问有了答复: 'My question was answered',
  平台延迟统计的数字要补: 'Figures that the platform owed',
  备注里提到我: 'A note mentions me',
  今天要跟进的客户: 'Customers to follow up today',
  合同快到期: 'Contracts ending soon',
  订阅的视图: 'Views I subscribed to',
  数据核对有出入: 'The figure check found a difference',
  后台导出完成: 'An export is ready',
  '组长或管理员退回了您的日志，并写了原因': 'A team lead or admin returned your log and wrote why',
  您审核的人提交了日志: 'Somebody whose logs you review submitted one',
  组长或管理员催您补交日志: 'A team lead or admin asks you for a missing log',
  上一班在您的店铺留了交接: 'The shift before yours left a handover for your store',
  '每周一算出的接近、超量、下降、归零和缺数据':
    'Worked out every Monday: near the limit, over it, falling, at zero, or without data',
  您负责的店铺有数字被指出不对: 'A figure of a store in your charge is said to be wrong',
  '您指出的数字已更正，或说明了为什么是对的':
    'The figure you questioned was corrected, or it was said why it is right',
  '导入时平台还没有算出的数字，一天后提醒您重新导入':
    'Figures that the platform had not worked out at the import; a day later you are asked to import again',
  同事在客户备注里提到您: 'A colleague mentions you in a note about a customer',
  到了您定下的跟进日期: 'The day of a follow-up has come',
  '您负责的客户合同在 30 天、7 天后或当天到期':
    'The contract of a customer of yours ends in 30 days, in 7 days, or today',
  您订阅的视图按时送来: 'The views you subscribed to, when they are due',
  每晚核对发现汇总与明细不一致: 'The nightly check found totals that differ from their rows',
  在后台导出的文件可以下载了: 'A file exported in the background can be downloaded',
}
