import { HEADQUARTERS } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Clock } from '#kit/calendar.ts'
import type { KeyFor } from '#kit/keys.ts'
import { inChinese, type Sentence } from '#kit/text.ts'
import { type NewNotice, notify } from '#platform/notices/queries.ts'
import { findWebhooks } from '#platform/webhooks/queries.ts'
import {
  countTold,
  endTelling,
  type StoredProblem,
  takeForGroups,
  takeResolved,
  takeUntold,
} from './problemQueries.ts'
import { STATUS_LINK } from './rules.ts'
import { lengthOf } from './words.ts'

/** Sends a text to a robot of a company. */
export type TellGroup = (
  context: { db: Database; keyFor: KeyFor; clock: Clock },
  robot: { companyCode: string; id: number },
  text: string,
) => Promise<void>

/** Groups are told of what is not older than this; after an hour without a connection it is no news. */
const NEWS_MS = 3_600_000

/** The active admins of the installation's operator. */
async function findOperators(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('staff')
    .select('id')
    .where('companyCode', '=', HEADQUARTERS)
    .where('role', '=', 1)
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

const durationOf = ({ since, resolvedAt }: StoredProblem) =>
  lengthOf((resolvedAt?.getTime() ?? since.getTime()) - since.getTime())

/** The sentence that a problem is over, and how long it lasted. */
export const resolvedTitle = (problem: StoredProblem): Sentence => ({
  sentence: '已恢复（持续了 {length}）：{title}',
  values: { length: durationOf(problem), title: problem.title },
})

function noticesOf(
  people: readonly number[],
  problem: StoredProblem,
  at: Date,
  message: Pick<NewNotice, 'title' | 'text'>,
): NewNotice[] {
  const state = problem.resolvedAt ? 'resolved' : 'began'
  return people.map((staffId) => ({
    companyCode: HEADQUARTERS,
    staffId,
    kind: 'systemProblem',
    ...message,
    link: STATUS_LINK,
    dedupeKey: `${state} ${problem.key} ${problem.since.toISOString()}`,
    at,
  }))
}

/** Tells the operators of new and of resolved problems, each once, whichever node sees them first. */
export async function tellPeople(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const began = await takeUntold(tx, now)
    const resolved = await takeResolved(tx, now)
    if (began.length + resolved.length === 0) return
    const people = await findOperators(tx)
    await notify(tx, [
      ...began.flatMap((problem) =>
        noticesOf(people, problem, now, { title: problem.title, text: problem.remedy }),
      ),
      ...resolved.flatMap((problem) =>
        noticesOf(people, problem, now, { title: resolvedTitle(problem), text: null }),
      ),
    ])
    await countTold(
      tx,
      began.map(({ key }) => key),
      people.length,
    )
  })
}

export interface GroupParts {
  db: Database
  keyFor: KeyFor
  clock: Clock
  tell: TellGroup
  /** Notes whether a robot took its message. */
  note: (robot: { id: number; name: string }, isReached: boolean) => void
  log: { warn: (facts: object, message: string) => void }
}

/** What is sent to a group: one message for all problems of a minute. */
function messageOf({ began, resolved }: Record<'began' | 'resolved', readonly StoredProblem[]>): string {
  return [
    inChinese('系统状态'),
    ...began.map(({ title, remedy }) => inChinese('● {title}。{remedy}', { title, remedy })),
    ...resolved.map((problem) => inChinese('○ {title}。', { title: resolvedTitle(problem) })),
  ].join('\n')
}

/**
 * Tells the operator's group robots. If no group can be reached, the next minute tries again; a group that cannot be
 * reached while others can is logged. A robot that does not take its message is itself a problem (`robot.failing`).
 */
export async function tellGroups({ db, keyFor, clock, tell, note, log }: GroupParts): Promise<void> {
  const robots = await findWebhooks(db, HEADQUARTERS)
  if (robots.length === 0) return
  const now = clock()
  const news = await takeForGroups(db, now, new Date(now.getTime() - NEWS_MS))
  if (news.began.length + news.resolved.length === 0) return
  const text = messageOf(news)
  let told = 0
  for (const { id, name } of robots) {
    try {
      await tell({ db, keyFor, clock }, { companyCode: HEADQUARTERS, id }, text)
      told += 1
      note({ id, name }, true)
    } catch (error) {
      note({ id, name }, false)
      log.warn({ robot: name, reason: (error as Error).message }, 'group not told')
    }
  }
  await endTelling(db, news, told)
}
