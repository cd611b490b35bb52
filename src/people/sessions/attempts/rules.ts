import { DAY_MS, MINUTE_MS } from '#people/sessions/rules.ts'

/** How a person proved who they are in a step of a sign-in. */
export const FACTORS = ['password', 'mobileCode', 'appCode', 'recoveryCode'] as const
export type Factor = (typeof FACTORS)[number]

/**
 * How an attempt ended. `secondStep`: the first step was right, and the second follows. `locked`: refused without a
 * check, because of earlier failures.
 */
export const OUTCOMES = [
  'success',
  'secondStep',
  'wrong',
  'locked',
  'companyDisabled',
  'addressRefused',
] as const
export type Outcome = (typeof OUTCOMES)[number]

export const factorNames: Record<Factor, string> = {
  password: '密码',
  mobileCode: '短信验证码',
  appCode: '动态码',
  recoveryCode: '恢复码',
}

export const outcomeNames: Record<Outcome, string> = {
  success: '登录成功',
  secondStep: '等第二步',
  wrong: '不正确',
  locked: '次数已满',
  companyDisabled: '公司停用',
  addressRefused: '地址不允许',
}

/** How long attempts are kept, and those with a name that no account has. */
export const KEPT_MS = 180 * DAY_MS
export const UNKNOWN_KEPT_MS = 30 * DAY_MS

/** Equal attempts within this time are one row with their number. */
export const SAME_MS = 15 * MINUTE_MS

/**
 * Maximum rows within 24 hours, so that guesses cannot fill the disk: for each person, of successful attempts and of
 * others; of unknown names for each address; and of all unknown names. Further attempts are counted in the last row.
 */
export const MAX_ROWS = { ofPerson: 100, ofAddress: 50, ofUnknown: 1_000 }

/** A typed name that no account has: the first character and asterisks, because it may be a password. */
export function maskUnknownName(name: string): string {
  const [first = '', ...rest] = [...name]
  return first + '*'.repeat(rest.length)
}
