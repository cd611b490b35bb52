import type { Job } from '#kit/job.ts'
import { dailyAt } from '#kit/schedule.ts'
import { checkCompany } from './check.ts'
import { findCompanies } from './queries.ts'

/** Compares the stored months of each company with their days every night, when no imports are expected. */
export const figureCheckJob: Job = {
  name: 'figure-check',
  title: '每晚数据核对',
  dueAt: dailyAt('03:30'),
  work: async ({ db, clock, isStopping }) => {
    const total = { compared: 0, found: 0 }
    for (const companyCode of await findCompanies(db)) {
      if (isStopping()) throw new Error('the program stops')
      const checked = await checkCompany(db, clock, { companyCode, askedBy: null })
      total.compared += checked?.compared ?? 0
      total.found += checked?.found ?? 0
    }
    return {
      sentence: '核对了 {n} 个店月，{found} 个不一致。',
      values: { n: total.compared, found: total.found },
    }
  },
}
