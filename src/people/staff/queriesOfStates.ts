import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'

/** A person as far as the days with the company are concerned. */
interface Stated {
  id: number
  companyCode: string
}

/** Writes down since when a person is there, disabled or gone. */
export async function enterStaffState(
  db: Database,
  { id: staffId, companyCode }: Stated,
  { by, at, ...entering }: { status: string; fromOn: Day; by: number; at: Date },
): Promise<void> {
  const row = { ...entering, staffId, companyCode, createdAt: at, createdBy: by }
  await db.insertInto('staffState').values(row).execute()
}
