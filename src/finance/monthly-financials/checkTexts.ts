import { formatCount, formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Check, CheckItem } from './contractClosing.ts'

/** Text of an item when it is done and when it is open; `{n}` is the number of open cases. */
const NAMES: Record<CheckItem, { done: string; open: string }> = {
  begun: { done: '账务已启用', open: '这个月在启用月份之前' },
  previousClosed: { done: '上个月已结账', open: '上个月还没有结账' },
  monthOver: { done: '这个月已经过完', open: '这个月还没有过完' },
  figures: { done: '店铺数据齐全', open: '{n} 个店日缺数据' },
  worklogs: { done: '工作日志都已审核', open: '{n} 份工作日志还没有审核' },
  payroll: { done: '工资核对完成', open: '{n} 人的工资有缺项' },
  unpriced: { done: '服务过的店铺都有计费方式', open: '{n} 家店铺有的天没有计费方式' },
  draftBills: { done: '没有草稿账单', open: '{n} 张账单还是草稿' },
  missingBills: { done: '应出的账单都已提出', open: '{n} 家店铺还没有账单' },
  settlements: {
    done: '预收结算和停服退费都已提出',
    open: '{n} 家店铺的预收结算或停服退费还没有提出',
  },
  rerate: { done: '已出账与现算相符', open: '{n} 家店铺已出账与现算不符' },
  missingIssued: { done: '没有缺数据出账的账单', open: '{n} 张账单缺数据出账，已写明理由' },
  claims: { done: '没有待处理的报销单', open: '{n} 张报销单待处理' },
  negativeMargins: { done: '没有亏损的店铺', open: '{n} 家店铺亏损' },
  identity: { done: '各店毛利与公共费用相加等于净利', open: '各店毛利与公共费用相加不等于净利' },
  ties: { done: '应收、预收、收入和押金都对得上', open: '应收、预收、收入或押金有 {n} 处对不上' },
}

/** Link text of the step that fixes an item. */
const STEPS: Record<CheckItem, string> = {
  begun: '查看',
  previousClosed: '去结上个月',
  monthOver: '查看',
  figures: '去补数据',
  worklogs: '去审核',
  payroll: '去核对',
  unpriced: '去设置',
  draftBills: '去出账',
  missingBills: '去提出',
  settlements: '去提出',
  rerate: '去处理',
  missingIssued: '查看',
  claims: '去审批',
  negativeMargins: '查看',
  identity: '查看',
  ties: '去核对',
}

/** Text of an item in its current state: 3 张账单还是草稿. */
export function checkText({ item, done, count }: Check): string {
  const { done: doneText, open } = NAMES[item]
  // An informational item is always done, even with a count.
  return done && count === 0 ? t(doneText) : t(open, { n: formatCount(count) })
}

/** Name of an item, for the history of waivers. */
export function checkName(item: string): string {
  return item in NAMES ? t(NAMES[item as CheckItem].done) : item
}

export function checkStep(item: CheckItem): string {
  return t(STEPS[item])
}

/** Progress of an item: 1,020/1,020, or its difference in money. */
export function checkExtent({ count, of, cents }: Check): string {
  if (cents !== null) return t('差额 {money}', { money: formatMoney(cents) })
  return of === null ? '' : `${formatCount(of - count)}/${formatCount(of)}`
}

/** Items that block closing: open and not waived. */
export function openChecks(checks: readonly Check[], waived: ReadonlyMap<CheckItem, string>): Check[] {
  return checks.filter(({ done, item, waivable }) => !done && !(waivable && waived.has(item)))
}
