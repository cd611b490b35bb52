import { t } from '#kit/text.ts'
import type { Setup, SetupFacts, SetupStep } from './contract.ts'
import { stepNames } from './rules.ts'

type Step = Setup['steps'][number]

/** A short text about a step, and its colour. */
interface StepStatus {
  text: string
  tone: 'grey' | 'green' | 'blue' | 'orange'
}

/** The number of a step in the list, from 1. */
export const numberOf = (key: SetupStep) => Object.keys(stepNames).indexOf(key) + 1

/** 等第 3 步, 已跳过, or what there is of a step now. */
export function statusOf({ key, state, waitsFor }: Step, facts: SetupFacts): StepStatus {
  if (state === 'skipped') return { text: t('已跳过'), tone: 'grey' }
  const present = PRESENT[key](facts)
  if (state === 'done') return { text: present?.text ?? t('已完成'), tone: 'green' }
  if (present) return present
  return { text: waitsFor ? t('等第 {n} 步', { n: numberOf(waitsFor) }) : '', tone: 'grey' }
}

/** What there is of each step; null if there is nothing to count. */
const PRESENT: Record<SetupStep, (facts: SetupFacts) => StepStatus | null> = {
  company: () => null,
  staff: ({ staff }) => ({ text: t('{n} 人', { n: staff.total }), tone: 'grey' }),
  stores: ({ stores, import: { previews } }) => {
    if (stores.stores === 0 && previews.stores > 0)
      return { text: t('文件里 {n} 家', { n: previews.stores }), tone: 'blue' }
    return { text: t('{n} 家', { n: stores.stores }), tone: 'grey' }
  },
  pricing: ({ stores, pricing }) => {
    if (stores.stores === 0) return null
    if (pricing.unpriced > 0) return { text: t('{n} 家未定价', { n: pricing.unpriced }), tone: 'orange' }
    return { text: t('{n} 家', { n: pricing.priced }), tone: 'grey' }
  },
  nicks: ({ nicks, import: { previews } }) => {
    if (nicks.unmatched > 0) return { text: t('{n} 个待对应', { n: nicks.unmatched }), tone: 'orange' }
    if (nicks.known > 0) return { text: t('{n} 个', { n: nicks.known }), tone: 'grey' }
    return previews.nicks > 0 ? { text: t('文件里 {n} 个', { n: previews.nicks }), tone: 'blue' } : null
  },
  import: ({ import: { from, previews } }) => {
    if (from !== null) return null
    if (previews.files > 0) return { text: t('{n} 个文件', { n: previews.files }), tone: 'blue' }
    return { text: t('直接做'), tone: 'blue' }
  },
  bill: ({ bill }) => {
    if (bill.issued > 0) return { text: t('{n} 张', { n: bill.issued }), tone: 'grey' }
    return bill.drafts > 0 ? { text: t('草稿 {n} 张', { n: bill.drafts }), tone: 'blue' } : null
  },
}

/** The line under a step's name: what it is for, or what is there. */
export const noteOf = (key: SetupStep, facts: SetupFacts): string => NOTES[key](facts)

const NOTES: Record<SetupStep, (facts: SetupFacts) => string> = {
  company: ({ company }) => company.shortName ?? t('左上角、账单和商家对账单上用'),
  staff: ({ staff }) => (staff.total > staff.admins ? rolesText(staff) : t('客服、组长、商务、财务的账号')),
  stores: ({ stores }) =>
    stores.customers > 0 ? t('{n} 家客户', { n: stores.customers }) : t('谁付钱，服务哪些店'),
  pricing: () => t('每家店怎么算钱；没有就不能出账'),
  nicks: () => t('平台上的客服昵称各是谁'),
  import: ({ import: { from, to } }) => (from && to ? daysText(from, to) : t('有平台文件可以从这一步开始')),
  bill: ({ bill }) =>
    bill.booksFrom ? t('从 {month} 起记账', { month: bill.booksFrom }) : t('定启用月份，出一张发给商家'),
}

/** 05-11 至 05-18 的数据 */
export function daysText(from: string, to: string): string {
  if (from === to) return t('{day} 的数据', { day: from.slice(5) })
  return t('{from} 至 {to} 的数据', { from: from.slice(5), to: to.slice(5) })
}

/** 9 客服、2 组长、1 商务、1 财务 */
export function rolesText({ agents, heads, sales, finance }: SetupFacts['staff']): string {
  const parts = [
    agents > 0 && t('{n} 客服', { n: agents }),
    heads > 0 && t('{n} 组长', { n: heads }),
    sales > 0 && t('{n} 商务', { n: sales }),
    finance > 0 && t('{n} 财务', { n: finance }),
  ]
  return parts.filter(Boolean).join(t('、'))
}
