import type { PartKind } from './contract.ts'

/**
 * The name of `salaryCents` of a part: a store or a customer costs the salaries of its stores, an agent all of their own
 * pay but the commission.
 */
export function salaryName(part: PartKind): string {
  return part === 'agent' ? '人工成本' : '店铺工资'
}
