import type { Database } from '#db/connect.ts'
import type { Factor, Outcome } from '#people/sessions/attempts/rules.ts'
import { insertMany } from './bulk.ts'

const OFFICE = '203.0.113.24'
const HOME = '198.51.100.77'
const ELSEWHERE = '192.0.2.130'

const DESK =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1'
const SCRIPT = 'curl/8.14.1'

interface DemoAttempt {
  /** The account; absent for a name that no account has, which is then `name`. */
  who?: string
  name?: string
  hours: number
  ip?: string
  userAgent?: string
  isNew?: boolean
  factor?: Factor
  outcome?: Outcome
  times?: number
}

/** Hours before now at which the people of an office sign in on five days. */
const DAYS = [3, 27, 51, 99, 123] as const

const daily = (who: string, minutes: number): DemoAttempt[] =>
  DAYS.map((hours) => ({ who, hours: hours + minutes / 60 }))

/** What an admin looks for: mistyped passwords, a stranger's guesses, a new device, a sign-in from home. */
const UNUSUAL: readonly DemoAttempt[] = [
  { who: 'agent', hours: 27.9, outcome: 'wrong', times: 2 },
  { who: 'head', hours: 44, ip: HOME, userAgent: PHONE, isNew: true, factor: 'mobileCode' },
  { who: 'finance', hours: 61, ip: ELSEWHERE, userAgent: SCRIPT, isNew: true, outcome: 'wrong', times: 10 },
  {
    who: 'finance',
    hours: 60.9,
    ip: ELSEWHERE,
    userAgent: SCRIPT,
    isNew: true,
    outcome: 'locked',
    times: 214,
  },
  { name: 'r***', hours: 62, ip: ELSEWHERE, userAgent: SCRIPT, isNew: true, outcome: 'wrong', times: 10 },
  { name: 't***', hours: 61.5, ip: ELSEWHERE, userAgent: SCRIPT, isNew: true, outcome: 'wrong', times: 10 },
]

const ATTEMPTS: readonly DemoAttempt[] = [
  ...daily('admin', 12),
  ...daily('head', 3),
  ...daily('agent', 47),
  ...daily('sales', 21),
  ...daily('finance', 33),
  ...daily('admin2', 8),
  ...UNUSUAL,
]

/** Sign-ins of the last week, with a few that an admin would ask about. */
export async function seedSignIns(db: Database, now: Date): Promise<void> {
  const people = await db.selectFrom('staff').select(['id', 'username', 'companyCode']).execute()
  const rows = ATTEMPTS.toSorted((a, b) => b.hours - a.hours).map(({ who, name = '', hours, ...attempt }) => {
    const person = people.find(({ username }) => username === who)
    const at = new Date(now.getTime() - hours * 3_600_000)
    const { ip = OFFICE, userAgent = DESK, isNew = false, times = 1 } = attempt
    const { factor = 'password', outcome = 'success' } = attempt
    return {
      at,
      lastAt: new Date(at.getTime() + (times - 1) * 2_000),
      times,
      name: who ?? name,
      staffId: person?.id ?? null,
      companyCode: person?.companyCode ?? null,
      ip,
      userAgent,
      knownDevice: !isNew,
      factor,
      outcome,
    }
  })
  await insertMany(db, 'signInAttempt', rows)
}
