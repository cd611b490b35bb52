import { formatCount, formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import type { Check, CheckItem } from './contractClosing.ts'

/**
 * An item's name, and its text when it is done, if there was nothing to check, and when it is open. `{n}` is the number of
 * records that were checked, or of open cases. Without `none` an item checks one thing, which always exists.
 */
const TEXTS: Record<CheckItem, { name: string; done: string; none?: string; open: string }> = {
  begun: { name: '启用月份', done: '账务已启用', open: '这个月在启用月份之前' },
  previousClosed: { name: '上个月结账', done: '上个月已结账', open: '上个月还没有结账' },
  monthOver: { name: '月份过完', done: '这个月已经过完', open: '这个月还没有过完' },
  figures: {
    name: '店铺数据',
    done: '{n} 个店日都有数据',
    none: '这个月没有服务中的店铺',
    open: '{n} 个店日缺数据',
  },
  worklogs: {
    name: '工作日志',
    done: '{n} 份工作日志都已审核',
    none: '这个月没有工作日志',
    open: '{n} 份工作日志还没有审核',
  },
  payroll: {
    name: '工资',
    done: '{n} 人的工资都没有缺项',
    none: '这个月没有要算工资的人',
    open: '{n} 人的工资有缺项',
  },
  unpriced: {
    name: '计费方式',
    done: '{n} 家服务过的店铺都有计费方式',
    none: '这个月没有服务过的店铺',
    open: '{n} 家店铺有的天没有计费方式',
  },
  draftBills: {
    name: '草稿账单',
    done: '{n} 张账单都已出账',
    none: '这个月没有账单',
    open: '{n} 张账单还是草稿',
  },
  missingBills: {
    name: '应出的账单',
    done: '{n} 家店铺都有账单',
    none: '这个月没有要出账的店铺',
    open: '{n} 家店铺还没有账单',
  },
  settlements: {
    name: '预收结算和停服退费',
    done: '{n} 家店铺的预收结算和停服退费都已提出',
    none: '这个月没有预收结算和停服退费',
    open: '{n} 家店铺的预收结算或停服退费还没有提出',
  },
  rerate: {
    name: '已出账与现算',
    done: '{n} 家店铺已出账与现算都相符',
    none: '这个月还没有出账的店铺',
    open: '{n} 家店铺已出账与现算不符',
  },
  missingIssued: {
    name: '缺数据出账',
    done: '{n} 张账单都不缺数据',
    none: '这个月还没有出账',
    open: '{n} 张账单缺数据出账，已写明理由',
  },
  claims: {
    name: '报销单',
    done: '{n} 张报销单都已处理',
    none: '这个月没有报销单',
    open: '{n} 张报销单待处理',
  },
  negativeMargins: {
    name: '亏损的店铺',
    done: '{n} 家店铺都没有亏损',
    none: '这个月没有店铺的收支',
    open: '{n} 家店铺亏损',
  },
  identity: {
    name: '各店毛利与净利',
    done: '各店毛利与公共费用相加等于净利',
    open: '各店毛利与公共费用相加不等于净利',
  },
  ties: {
    name: '应收、预收、收入和押金',
    done: '应收、预收、收入和押金 4 项都对得上',
    open: '应收、预收、收入或押金有 {n} 处对不上',
  },
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

/** Text of an item in its current state: 3 张账单还是草稿, 12 张账单都已出账. */
export function checkText({ item, done, count, of }: Check): string {
  const { done: doneText, none = doneText, open } = TEXTS[item]
  // An informational item is always done, even with a count.
  if (!done || count > 0) return t(open, { n: formatCount(count) })
  return allWell({ covers: of ?? 1, good: (n) => t(doneText, { n }), none: t(none) })
}

/** Name of an item, for the history of waivers. */
export function checkName(item: string): string {
  return item in TEXTS ? t(TEXTS[item as CheckItem].name) : item
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
