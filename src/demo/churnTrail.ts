import type { Selectable } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { ChurnMeasure, ChurnRecord } from '#db/tables.ts'
import type { Changes } from '#kit/audit.ts'
import { dayOf } from '#kit/calendar.ts'
import { initialChanges, type TrailLine } from './trail.ts'

/** Audit lines of the demo's churn records: opened, measure taken, confirmed, withdrawn or won back. */
export async function churnLines(db: Database): Promise<TrailLine[]> {
  const records = await db
    .selectFrom('churnRecord')
    .innerJoin('staff as writer', 'writer.id', 'churnRecord.createdBy')
    .selectAll('churnRecord')
    .select('writer.name as actorName')
    .orderBy('churnRecord.id')
    .execute()
  const measures = await db.selectFrom('churnMeasure').selectAll().orderBy('id').execute()
  return records.flatMap((record) => {
    const recordMeasures = measures.filter(({ recordId }) => recordId === record.id)
    return [...recordLines(record), ...recordMeasures.map((measure) => measureLine(record, measure))]
  })
}

type Recorded = Selectable<ChurnRecord> & { actorName: string }

const aboutOf = ({ id, companyCode, createdBy, actorName }: Recorded) => ({
  companyCode,
  actorId: createdBy,
  actorName,
  entity: 'churn',
  recordId: String(id),
})

/** A day at a time of the working hours. */
const on = (day: string, time: string) => new Date(`${day}T${time}Z`)

function recordLines(record: Recorded): TrailLine[] {
  const about = aboutOf(record)
  const { subject, customerId, storeId, detectedOn, reason, note, handlerId, closingNote } = record
  const { confirmedOn, cancelledOn, wonBackOn, stopOn, takenOver } = record
  const opened = { subject, customerId, storeId, status: 'retaining', detectedOn, reason, note, handlerId }
  const openingFields = takenOver ? { ...opened, takenOver } : opened
  const lines: TrailLine[] = [
    { ...about, at: record.createdAt, action: 'open', changes: initialChanges(openingFields) },
  ]
  const step = (day: string | null, time: string, action: string, changes: Changes) => {
    if (day) lines.push({ ...about, at: on(day, time), action, changes })
  }
  step(takenOver ? dayOf(record.createdAt) : confirmedOn, '09:20:00', 'confirm', {
    status: ['retaining', 'churned'],
    stopOn: [null, stopOn],
    confirmedOn: [null, confirmedOn],
  })
  const closing: Changes = { closingNote: [null, closingNote] }
  step(cancelledOn, '09:40:00', 'cancel', {
    status: ['retaining', 'cancelled'],
    cancelledOn: [null, cancelledOn],
    ...closing,
  })
  step(wonBackOn, '10:00:00', 'win-back', {
    status: ['churned', 'won_back'],
    wonBackOn: [null, wonBackOn],
    ...closing,
  })
  return lines
}

function measureLine(record: Recorded, measure: Selectable<ChurnMeasure>): TrailLine {
  const { id: measureId, onDay, what, staffId, outcome, result } = measure
  const changes = initialChanges({ measureId, onDay, what, staffId, outcome, result })
  return { ...aboutOf(record), at: measure.createdAt, action: 'measure', changes }
}
