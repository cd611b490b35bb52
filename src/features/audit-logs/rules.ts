import type { Changes } from '#kit/audit.ts'
import { maskCard, maskMobile, maskText } from '#kit/fields.ts'

const MASKS: Record<string, (text: string) => string | null> = {
  mobile: maskMobile,
  wechat: maskText,
  payeeCard: maskCard,
}

/** Fields that role 2 never receives, in a log as anywhere. */
const PAY = new Set(['baseSalaryCents', 'seniorityPayCents', 'commissionRateBp', 'payeeBank', 'payeeCard'])

/** The changes of a log line as they may leave: contacts masked, pay left out where the person may not see it. */
export function visibleChanges(changes: Changes, seesPay: boolean): Changes {
  const visible: Changes = {}
  for (const [field, [before, after]] of Object.entries(changes)) {
    if (PAY.has(field) && !seesPay) continue
    const mask = MASKS[field]
    const show = (value: unknown) => (mask && typeof value === 'string' ? mask(value) : value)
    visible[field] = [show(before), show(after)]
  }
  return visible
}
