import type { Actor } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from './calendar.ts'

/** What a tool for records of any kind needs from one kind: a user who may read a record may read its log. */
export interface RecordKind {
  needs: Permission
  /** Throws NOT_FOUND unless the user reaches the record on that day. */
  assertReads: (db: Database, actor: Actor, id: number, on: Day) => Promise<unknown>
}
