import type { Database } from '#db/connect.ts'
import type { Sentence } from '#kit/text.ts'
import { notify } from '#platform/notices/queries.ts'
import type { ClaimRow } from './claimQueries.ts'
import type { Share } from './moveQueries.ts'
import { claimsLink } from './rules.ts'

interface Decision {
  claim: Pick<ClaimRow, 'companyCode' | 'staffId' | 'staffName' | 'storeName' | 'nick' | 'fromOn'>
  by: { id: number; name: string }
  at: Date
}

/** Notifies people of a decision about a nick, except the user who made it. */
async function notifyExceptDecider(
  db: Database,
  { claim, by, at }: Decision,
  notices: readonly { staffId: number; title: Sentence; text: Sentence | null }[],
): Promise<void> {
  await notify(
    db,
    notices
      .filter(({ staffId }) => staffId !== by.id)
      .map((notice) => ({
        companyCode: claim.companyCode,
        link: claimsLink,
        at,
        kind: 'nickDecided' as const,
        ...notice,
      })),
  )
}

/** Notifies the claimant that the nick is theirs, and the people who lose it of the first day without it. */
export async function notifyConfirmed(
  db: Database,
  { before, after, losers, ...decision }: Decision & { before: Share[]; after: Share[]; losers: number[] },
): Promise<void> {
  const { storeName: store, nick, staffId, staffName: name, fromOn: day } = decision.claim
  const values = { ...numbersOf(staffId, before, after), day, by: decision.by.name }
  const hasMoved = values.n > 0
  await notifyExceptDecider(db, decision, [
    {
      staffId,
      title: { sentence: '您认领的{store}的昵称“{nick}”已确认', values: { store, nick } },
      text: {
        sentence: hasMoved
          ? '{by}确认：从 {day} 起归您，{n} 天、接待 {people} 人的数据算在您名下'
          : '{by}确认：从 {day} 起归您',
        values,
      },
    },
    ...losers.map((loser) => ({
      staffId: loser,
      title: { sentence: '{store}的昵称“{nick}”转给了{name}', values: { store, nick, name } },
      text: {
        sentence: hasMoved
          ? '{by}确认：从 {day} 起，{n} 天、接待 {people} 人的数据不再算在您名下'
          : '{by}确认：从 {day} 起不再归您',
        values: { ...numbersOf(loser, after, before), day, by: decision.by.name },
      },
    })),
  ])
}

/** The days and handled users of the nick that a person gains. */
function numbersOf(staffId: number, before: readonly Share[], after: readonly Share[]) {
  const [was, now] = [before, after].map((shares) => shares.find((share) => share.staffId === staffId))
  return {
    n: (now?.days ?? 0) - (was?.days ?? 0),
    people: (now?.handledUsers ?? 0) - (was?.handledUsers ?? 0),
  }
}

/** Notifies the claimant that the claim was rejected, with the reason. */
export async function notifyRejected(
  db: Database,
  { reason, ...decision }: Decision & { reason: string | null },
): Promise<void> {
  const { storeName: store, nick, staffId } = decision.claim
  const by = decision.by.name
  await notifyExceptDecider(db, decision, [
    {
      staffId,
      title: { sentence: '您认领的{store}的昵称“{nick}”没有通过', values: { store, nick } },
      text: reason
        ? { sentence: '{by}：“{reason}”', values: { by, reason } }
        : { sentence: '{by}没有同意', values: { by } },
    },
  ])
}

/** Notifies the claimant, who loses the nick by an undo, and the people who get it back. */
export async function notifyUndone(
  db: Database,
  { losers, ...decision }: Decision & { losers: number[] },
): Promise<void> {
  const { storeName: store, nick, staffId, fromOn: day } = decision.claim
  const title = { sentence: '{store}的昵称“{nick}”的归属已撤销', values: { store, nick } }
  const values = { day, by: decision.by.name }
  await notifyExceptDecider(db, decision, [
    { staffId, title, text: { sentence: '{by}撤销：从 {day} 起不再归您', values } },
    ...losers.map((loser) => ({
      staffId: loser,
      title,
      text: { sentence: '{by}撤销：从 {day} 起又归您', values },
    })),
  ])
}
