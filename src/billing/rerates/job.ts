import type { Job } from '#kit/job.ts'
import { dailyAt, everyMinutes } from '#kit/schedule.ts'
import { compareMarked, compareNightly } from './compare.ts'
import { findCompanies, findCompaniesMarked } from './rerateQueries.ts'

const SUMMARY = '重算了 {n} 个店铺月份，{changed} 个有变化。'

/** Every minute: recalculates store months that were marked because their data or bills changed. */
export const rerateJob: Job = {
  name: 'rerate',
  title: '账单重算',
  dueAt: everyMinutes(1),
  work: async ({ db, clock, isStopping }) => {
    const total = { n: 0, changed: 0 }
    for (const companyCode of await findCompaniesMarked(db)) {
      if (isStopping()) throw new Error('the program stops')
      const { compared, changed } = await compareMarked({ db, clock }, { companyCode })
      total.n += compared
      total.changed += changed
    }
    return { sentence: SUMMARY, values: { ...total } }
  },
}

/** Every night: recalculates the last 13 months and all open ones, regardless of marks. */
export const nightlyRerateJob: Job = {
  name: 'rerate-nightly',
  title: '每晚账单重算',
  dueAt: dailyAt('02:30'),
  work: async ({ db, clock, isStopping }) => {
    const total = { n: 0, changed: 0 }
    for (const companyCode of await findCompanies(db)) {
      const { compared, changed } = await compareNightly({ db, clock }, companyCode, isStopping)
      total.n += compared
      total.changed += changed
    }
    return { sentence: SUMMARY, values: { ...total } }
  },
}
