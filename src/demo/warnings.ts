import { sql } from 'kysely'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import { addDays, dayOf } from '#kit/calendar.ts'
import { stepWarning } from '#reporting/warnings/queries.ts'
import { runWeeks } from '#reporting/warnings/run.ts'
import { addWeeks, lastCompleteWeek } from '#reporting/warnings/weeks.ts'
import { COMPANIES } from './people.ts'
import type { TrailLine } from './trail.ts'

/** Number of weeks that were checked on their Mondays: all that have four weeks of figures before them. */
const WEEKS = 13

/**
 * Seeds the weekly warnings as the Monday runs would have left them; older ones are mostly settled. Must be called in a
 * transaction. Returns the audit lines.
 */
export async function seedWarnings(db: Database, now: Date): Promise<TrailLine[]> {
  const lines: TrailLine[] = []
  const newest = lastCompleteWeek(dayOf(now))
  for (const { code: companyCode } of COMPANIES) {
    for (let ago = WEEKS - 1; ago >= 0; ago -= 1) {
      const weekOn = addWeeks(newest, -ago)
      const at = new Date(`${addDays(weekOn, 7)}T00:00:00Z`)
      const reach = sql<boolean>`true`
      await runWeeks(db, { companyCode, weekOn, reach, isWhole: true, by: null, at })
    }
    lines.push(...(await settle(db, companyCode, dayOf(now))))
  }
  return lines
}

/** The notes, in rotation. */
const NOTES = {
  handling: [
    '已联系商家，等对方回复原因。',
    '已约周三电话沟通，先请组长核对排班。',
    '已催平台文件，明天补齐。',
  ],
  resolved: [
    '商家店铺装修，已恢复正常接待。',
    '已与商家商定提高每天包量，下月起执行。',
    '换了主责客服并复盘话术，商家认可。',
  ],
  ignored: [
    '季节性波动，与去年同期一致。',
    '商家自己安排了一周内部接待，事先说过。',
    '直播临时停播，不影响合作。',
  ],
}

/** Takes up each warning two days after its week was checked; most warnings of the last two weeks stay pending. */
async function settle(db: Database, companyCode: string, today: string): Promise<TrailLine[]> {
  const handler = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('companyCode', '=', companyCode)
    .where('role', '=', ROLES.finance)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const open = await db
    .selectFrom('warning')
    .select(['id', 'weekOn'])
    .where('companyCode', '=', companyCode)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute()
  const newest = [...new Set(open.map(({ weekOn }) => weekOn))].sort().slice(-2)
  const lines: TrailLine[] = []
  for (const [index, { id, weekOn }] of open.entries()) {
    const isOld = !newest.includes(weekOn)
    const status = isOld ? (index % 3 === 0 ? 'ignored' : 'resolved') : index % 4 === 1 ? 'handling' : null
    if (!status) continue
    const at = new Date(`${addDays(weekOn, 9)}T02:30:00Z`)
    if (dayOf(at) >= today) continue
    const note = NOTES[status][index % 3] ?? null
    await stepWarning(db, id, { status, handlerId: handler.id, note, at })
    lines.push({
      companyCode,
      actorId: handler.id,
      actorName: handler.name,
      at,
      action: status,
      entity: 'warning',
      recordId: String(id),
      changes: { status: ['pending', status], handlerId: [null, handler.id], note: [null, note] },
    })
  }
  return lines
}
