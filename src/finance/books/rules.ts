import type { OutsideKind } from './contract.ts'

export const documentNames: Record<OutsideKind, string> = {
  opening: '期初',
  bill: '账单',
  receipt: '收款',
  claim: '报销单',
  'manual-line': '手工项',
  'pay-correction': '工资更正',
}
