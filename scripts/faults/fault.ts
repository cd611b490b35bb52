import type { EngineName, Rig } from './rig.ts'

/** A fault that is injected into a running program. */
export interface Fault {
  /** Its name in the table of docs/operate/faults.md. */
  title: string
  /** How it is injected, in words. */
  how: string
  engine: EngineName
  /** The key of the problem that must name it, without what follows `:`. */
  key: string
  /** What the title or the remedy must say; messages of the fault are recognized by it, and that of its end has the title only. */
  words: RegExp
  /** What must be said besides. */
  reason?: RegExp
  /** Injects the fault; the returned function removes it. */
  inject: (rig: Rig) => Promise<() => Promise<void>>
  /** Time until it must be named, in seconds of the program's clock, if five minutes are not meant, and why. */
  within?: { seconds: number; reason: string }
  /** Time until the problem must be resolved after the fault was removed, in seconds of the program's clock. */
  resolvedWithin?: number
  /** While the fault lasts no request can be answered; every answer must say this, and the problem is named afterwards. */
  refusal?: RegExp
  /** Whether the clock is not moved while the fault lasts: the fault itself is a matter of seconds. */
  isInRealTime?: boolean
  /** Whether the problem is an event, which is shown for an hour and then over; what was changed is put back after that. */
  isEvent?: boolean
  /** Why no group is told. */
  noGroup?: string
}

/** How often something was told. */
export interface Told {
  began: number
  resolved: number
}

/** Result of one fault. */
export interface Outcome {
  fault: Fault
  /** Seconds of the program's clock from the injection until an admin could read it; null if that did not happen. */
  namedAfter: number | null
  /** The problem as the admin read it; Chinese. */
  words: string
  /** Seconds from the removal until the problem was gone; null if it stayed. */
  resolvedAfter: number | null
  /** Notices that one admin got of the problem and of its resolution, and messages to the group robot. */
  notices: Told
  groups: Told
  acknowledged: number
  /** The keys of other problems that began meanwhile. */
  also: string[]
  /** What was wrong, in words; none if the fault passed. */
  faults: string[]
}

/** The limit of the issue, in seconds. */
export const NAMED_WITHIN = 300
/** Three minutes until a problem that is no longer seen counts as resolved, and two checks. */
const RESOLVED_WITHIN = 480
/** Steps of the program's clock while waiting, in seconds: the precision of the results. */
const STEP = 10
/** Of a long wait. Nodes report each minute, so a longer step would make them look silent. */
const MAX_STEP = 60
/** A wait has at least so many steps, if it lasts long enough. */
const STEPS = 30
/** How long an outage of the database lasts, in seconds. */
const OUTAGE = 120
/** Time for which a problem that lasts must not be told twice, and its resolution neither, in seconds. */
const NO_SECOND_NOTICE = 300

/** A problem as `GET /api/system/status` gives it. */
interface ShownProblem {
  key: string
  title: string
  remedy: string
}

const isOf = (key: string) => (problem: { key: string }) =>
  problem.key === key || problem.key.startsWith(`${key}:`)

/** The problem that the status names, or the sentence with which the status was refused. */
async function readStatus(rig: Rig, key: string): Promise<{ problem?: ShownProblem; refusal?: string }> {
  const answer = await rig.call('GET /api/system/status')
  if (answer.status !== 200) return { refusal: answer.text }
  const problem = (answer.data.problems as ShownProblem[]).find(isOf(key))
  return problem ? { problem } : {}
}

/** How often one admin of company 001 has been told of each problem with a key, by the whole key. */
async function countNotices(rig: Rig, key: string): Promise<Map<string, Told>> {
  const rows = await rig.query<{ dedupe: string }>(
    `select notice.dedupe_key as dedupe from notice join staff on staff.id = notice.staff_id
     where notice.kind = 'systemProblem' and staff.username = 'admin'`,
  )
  const counts = new Map<string, Told>()
  for (const { dedupe } of rows) {
    const [state = '', of = ''] = dedupe.split(' ')
    if (!isOf(key)({ key: of })) continue
    const { began, resolved } = counts.get(of) ?? { began: 0, resolved: 0 }
    const isEnd = state === 'resolved'
    counts.set(of, { began: began + (isEnd ? 0 : 1), resolved: resolved + (isEnd ? 1 : 0) })
  }
  return counts
}

/** What was so before the fault. */
interface Before {
  notices: ReadonlyMap<string, Told>
  /** Number of messages to the robot. */
  texts: number
  at: Date
}

interface Wait {
  seconds: number
  /** Whether the clock is not moved. */
  isReal?: boolean | undefined
}

/** Lets the time pass until `isSo`; returns the seconds, or null if it did not become so. */
async function waitUntil(
  rig: Rig,
  { seconds, isReal }: Wait,
  isSo: () => Promise<boolean>,
): Promise<number | null> {
  const began = rig.clock.elapsed()
  const passed = () => Math.round(rig.clock.elapsed() - began)
  const step = Math.max(STEP, Math.min(MAX_STEP, Math.floor(seconds / STEPS)))
  while (!(await isSo())) {
    if (passed() >= seconds) return null
    await letPass(rig, { seconds: step, isReal })
  }
  return passed()
}

async function letPass(rig: Rig, { seconds, isReal }: Wait): Promise<void> {
  if (isReal) await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  else await rig.clock.advance(seconds, Math.min(seconds, MAX_STEP))
}

/**
 * Injects a fault, waits until an admin can read it, lets it last, removes it and waits until it is resolved. Counts the
 * notices of one admin, and looks for acknowledged writes that are missing.
 */
export async function runFault(rig: Rig, fault: Fault): Promise<Outcome> {
  const { key } = fault
  const faults: string[] = []
  await rig.write()
  const before: Before = {
    notices: await countNotices(rig, key),
    texts: rig.robot.texts.length,
    at: new Date(rig.clock.now()),
  }
  if ((await readStatus(rig, key)).problem) faults.push('注入之前已经有这个问题')
  const begun = await fault.inject(rig)
  let isRemoved = false
  const remove = async () => {
    if (!isRemoved) await begun()
    isRemoved = true
  }
  try {
    if (fault.refusal) {
      await awaitRefusal(rig, fault, fault.refusal, faults)
      await rig.clock.advance(OUTAGE)
      await remove()
    }
    const named = await awaitNaming(rig, fault, faults)
    await rig.write()
    await letPass(rig, fault.isInRealTime ? { seconds: 90, isReal: true } : { seconds: NO_SECOND_NOTICE })
    if (!fault.isEvent) await remove()
    const seconds = fault.resolvedWithin ?? RESOLVED_WITHIN
    const resolvedAfter = await waitUntil(rig, { seconds }, async () => !(await isOpen(rig, key)))
    if (resolvedAfter === null) faults.push('去掉以后没有恢复')
    await rig.clock.advance(NO_SECOND_NOTICE)
    const outcome = await conclude(rig, { fault, ...named, resolvedAfter, faults }, before)
    await remove()
    // A clock that is put right jumps as well; until that is noticed, the next jump would be added to it.
    if (fault.isEvent) {
      await waitUntil(rig, { seconds: NAMED_WITHIN }, () => isOpen(rig, key))
      await waitUntil(rig, { seconds }, async () => !(await isOpen(rig, key)))
    }
    return outcome
  } finally {
    await remove()
  }
}

/** Waits until the status names the fault, in the expected words. */
async function awaitNaming(
  rig: Rig,
  fault: Fault,
  faults: string[],
): Promise<Pick<Outcome, 'namedAfter' | 'words'>> {
  let words = ''
  const wait = { seconds: fault.within?.seconds ?? NAMED_WITHIN, isReal: fault.isInRealTime }
  const namedAfter = await waitUntil(rig, wait, async () => {
    const { problem } = await readStatus(rig, fault.key)
    if (problem) words = `${problem.title} ${problem.remedy}`
    return problem !== undefined
  })
  if (namedAfter === null) faults.push('没有按时说出来')
  else
    for (const said of [fault.words, fault.reason ?? /./])
      if (!said.test(words)) faults.push(`说的话里没有 ${said.source}`)
  return { namedAfter, words }
}

/** Waits until the program refuses with a sentence; requests must not be left without an answer. */
async function awaitRefusal(rig: Rig, fault: Fault, refusal: RegExp, faults: string[]): Promise<void> {
  let last = ''
  const after = await waitUntil(rig, { seconds: NAMED_WITHIN }, async () => {
    last = (await readStatus(rig, fault.key)).refusal ?? ''
    return refusal.test(last)
  })
  if (after === null) faults.push(`请求没有得到一句话的回答：${last.slice(0, 100)}`)
}

/** Whether the problem is shown, or stored as not resolved. */
async function isOpen(rig: Rig, key: string): Promise<boolean> {
  const { problem, refusal } = await readStatus(rig, key)
  if (problem || refusal) return true
  const rows = await rig.query<{ key: string }>('select key from system_problem where resolved_at is null')
  return rows.some(isOf(key))
}

async function conclude(
  rig: Rig,
  outcome: Omit<Outcome, 'notices' | 'groups' | 'acknowledged' | 'also'>,
  before: Before,
): Promise<Outcome> {
  const { faults } = outcome
  const after = await countNotices(rig, outcome.fault.key)
  const told = [...after].map(([of, { began, resolved }]) => {
    const earlier = before.notices.get(of) ?? { began: 0, resolved: 0 }
    return { began: began - earlier.began, resolved: resolved - earlier.resolved }
  })
  const news = told.filter(({ began, resolved }) => began + resolved > 0)
  const others = await rig.query<{ key: string }>('select key from system_problem where since >= $1', [
    before.at,
  ])
  const also = others.map(({ key }) => key).filter((key) => !isOf(outcome.fault.key)({ key }))
  // A fault may be a problem of each node.
  const notices = news.find(({ began, resolved }) => began !== 1 || resolved !== 1) ??
    news[0] ?? { began: 0, resolved: 0 }
  const messages = countMessages(rig.robot.texts.slice(before.texts), outcome.fault.words)
  const groups = { began: messages.began / news.length || 0, resolved: messages.resolved / news.length || 0 }
  faults.push(...miscounted('管理员', notices))
  if (!outcome.fault.noGroup) faults.push(...miscounted('群', groups))
  const written = await rig.write()
  if (written.status !== 200) faults.push(`去掉以后不能保存：${written.text.slice(0, 100)}`)
  const { lost, acknowledged } = await rig.findLost()
  if (lost.length > 0) faults.push(`丢了 ${lost.length} 笔已确认的写入`)
  return { ...outcome, notices, groups, acknowledged, also }
}

/** The lines of the messages to the robot that begin or resolve a problem. */
function countMessages(texts: readonly string[], words: RegExp): Told {
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => words.test(line))
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length
  return { began: count('●'), resolved: count('○') }
}

function miscounted(whom: string, { began, resolved }: Told): string[] {
  return [
    ...(began === 1 ? [] : [`告诉了${whom} ${began} 次，应是 1 次`]),
    ...(resolved === 1 ? [] : [`把恢复告诉了${whom} ${resolved} 次，应是 1 次`]),
  ]
}
