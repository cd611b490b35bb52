import { type Actor, effectiveRole } from '#access/can.ts'
import { AppError } from '#kit/errors.ts'
import { type Setup, type SetupFacts, SetupStep } from './contract.ts'

/** The page with the list, whatever its state. */
export const SETUP_PATH = '/welcome/setup'

/** The number of days for which an unconfirmed import preview is kept. */
export const PREVIEW_DAYS = 7

export const stepNames: Record<SetupStep, string> = {
  company: '公司名与标志',
  staff: '员工',
  stores: '客户与店铺',
  pricing: '计费',
  nicks: '平台昵称',
  import: '首次导入',
  bill: '首张账单',
}

/** Whether a step is done, by what the company has. */
const DONE: Record<SetupStep, (facts: SetupFacts) => boolean> = {
  company: ({ company }) => company.shortName !== null || company.payeeName !== null,
  staff: ({ staff }) => staff.agents + staff.heads > 0,
  stores: ({ stores }) => stores.stores > 0,
  pricing: ({ pricing }) => pricing.priced > 0 && pricing.unpriced === 0,
  // Files of some platforms contain no nicks.
  nicks: (facts) => facts.nicks.unmatched === 0 && (facts.nicks.known > 0 || facts.import.from !== null),
  import: (facts) => facts.import.from !== null,
  bill: ({ bill }) => bill.issued > 0,
}

/** The earlier step that a step cannot begin without, if the company lacks what it gives. */
const NEEDS: Partial<Record<SetupStep, (facts: SetupFacts) => SetupStep | null>> = {
  pricing: ({ stores }) => (stores.stores === 0 ? 'stores' : null),
  nicks: ({ stores }) => (stores.stores === 0 ? 'stores' : null),
  bill: ({ pricing }) => (pricing.priced === 0 ? 'pricing' : null),
}

/** The state of each step. A done step is never skipped or waiting. */
export function stepsOf(facts: SetupFacts, skipped: readonly string[]): Setup['steps'] {
  return SetupStep.options.map((key) => {
    const waitsFor = NEEDS[key]?.(facts) ?? null
    if (DONE[key](facts)) return { key, state: 'done', waitsFor: null }
    if (skipped.includes(key)) return { key, state: 'skipped', waitsFor }
    return { key, state: waitsFor ? 'waiting' : 'open', waitsFor }
  })
}

/** The step to continue with: the first open one, then one that waits, then the skipped ones. */
export function nextStep(steps: Setup['steps']): SetupStep | null {
  for (const state of ['open', 'waiting', 'skipped'] as const) {
    const found = steps.find((step) => step.state === state)
    if (found) return found.key
  }
  return null
}

/** The step after one that is done or skipped: the next open one in the order, else the one to continue with. */
export function stepAfter(steps: Setup['steps'], key: SetupStep): SetupStep | null {
  const later = steps.slice(steps.findIndex((step) => step.key === key) + 1)
  const open = later.find(({ state }) => state === 'open')
  return open?.key ?? nextStep(steps.filter((step) => step.key !== key))
}

/** The number of completed steps. */
export const countDone = ({ steps }: Pick<Setup, 'steps'>): number =>
  steps.filter(({ state }) => state === 'done').length

/** Throws WRONG_STATE while a step is not done. */
export function assertAllDone(steps: Setup['steps']): void {
  if (steps.every(({ state }) => state === 'done')) return
  throw new AppError('WRONG_STATE', '开通清单还有没做完的步骤。')
}

/** What exists within the user's reach and the company; decides whether the home page has anything to show. */
export interface Existing {
  /** Figures of any day. */
  figures: boolean
  /** Bills other than opening balances. */
  bills: boolean
  /** Customers within the user's reach. */
  customers: boolean
}

/** Whether the home page of this user would be empty: each role begins to see something by other records. */
export function isHomeEmpty(actor: Actor, { figures, bills, customers }: Existing): boolean {
  switch (effectiveRole(actor)) {
    case 'admin':
    case 'head':
    case 'member':
      return !figures
    case 'sales':
      return !figures && !customers
    case 'finance':
      return !figures && !bills
    default:
      return false
  }
}
