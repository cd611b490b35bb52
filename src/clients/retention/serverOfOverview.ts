import { hideStoreSalary } from '#access/can.ts'
import { TENURE_BOUNDS } from '#clients/churn-records/rules.ts'
import type { Database } from '#db/connect.ts'
import { today } from '#kit/calendar.ts'
import { serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { type ChurnOverview, churnOverview } from './overviewContract.ts'
import type { Reader, RecordFilter } from './queries.ts'
import * as queries from './queries.ts'

type Group = Awaited<ReturnType<typeof queries.findPeople>>[number]

/** The figures of the filtered records, without fees if they are hidden from the reader. */
async function overviewOf(db: Database, reader: Reader, filter: RecordFilter): Promise<ChurnOverview> {
  const hides = hideStoreSalary(reader.actor)
  const withoutFee = ({ lostFeeCents, ...rest }: Group) => (hides ? rest : { ...rest, lostFeeCents })
  const { cents, known, medianTenureDays, ...counts } = await queries.findFigures(db, reader, filter)
  const reasons = await queries.findReasons(db, reader, filter)
  const tenures = await queries.findTenures(db, reader, filter)
  const owners = await queries.findPeople(db, reader, filter, 'owner')
  const leaders = await queries.findPeople(db, reader, filter, 'leader')
  return {
    counts,
    ...(hides ? {} : { lostFee: { cents, known } }),
    medianTenureDays,
    reasons: reasons as ChurnOverview['reasons'],
    tenures: [...TENURE_BOUNDS, null].map((upTo, at) => ({
      upTo,
      count: tenures.find(({ place }) => place === at)?.count ?? 0,
    })),
    owners: owners.map(withoutFee),
    leaders: leaders.map(withoutFee),
  }
}

export const churnOverviewServer = serve(churnOverview, {
  overview: ({ db, actor, clock }, filter) => {
    assertCompanyFilter(actor, filter.companyCode)
    return overviewOf(db, { actor, on: today(clock) }, filter)
  },
})
