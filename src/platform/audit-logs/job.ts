import type { Job } from '#kit/job.ts'
import { everyMinutes } from '#kit/schedule.ts'
import { findCompaniesToVerify, verifyNextPart } from './rounds.ts'

/** How long a run verifies, in ms: the rest follows in the next runs. */
const RUN_MS = 3_000

/** Verifies the audit chains of all companies round and round, a few seconds at a time. */
export const auditCheckJob: Job = {
  name: 'audit-check',
  title: '操作日志校验',
  dueAt: everyMinutes(2),
  work: async ({ db, clock, keyFor, isStopping }) => {
    const endsAt = performance.now() + RUN_MS
    const isOver = () => isStopping() || performance.now() > endsAt
    let n = 0
    for (const companyCode of await findCompaniesToVerify(db)) {
      if (isOver()) break
      n += await verifyNextPart({ db, key: keyFor('audit'), now: clock(), isOver }, companyCode)
    }
    return { sentence: '核对了 {n} 行操作日志。', values: { n } }
  },
}
