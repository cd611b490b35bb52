import { kindNames, methodNames } from '#billing/customer-bills/rules.ts'
import type { Say } from '#kit/text.ts'
import type { DepositLine, StatementLine } from './contract.ts'

/** Text of a statement line: `2026-05 服务费`, `收款 对公`, `冲销 微信`, `押金抵扣`. */
export function lineText({ what, kind, month, method }: StatementLine, say: Say): string {
  const way = method ? say(methodNames[method]) : ''
  switch (what) {
    case 'bill':
      return say('{month} {kind}', { month, kind: say(kindNames[kind]) })
    case 'void':
      return say('作废 {month} {kind}', { month, kind: say(kindNames[kind]) })
    case 'deposit':
    case 'writeoff':
      return way
    case 'reversal':
      return say('冲销 {way}', { way })
    case 'payout':
      return say('付款 {way}', { way })
    default:
      return say('收款 {way}', { way })
  }
}

export const depositText = ({ what }: DepositLine, say: Say): string => say(DEPOSIT_TEXTS[what])

const DEPOSIT_TEXTS = {
  received: '收到',
  reversed: '冲销收款',
  refunded: '退还',
  used: '抵扣账单',
  freed: '冲销抵扣',
} as const
