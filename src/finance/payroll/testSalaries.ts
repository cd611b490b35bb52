import type { StoreFacts } from './salaries.ts'

type Assigned = StoreFacts['assignments'][number]

/** Assignment to the store; `on` is `'05-01 05-10'` for a span in 2026, or `'05-01'` without an end. */
const at = (
  staffId: number,
  sharePercent: number,
  on = '01-01',
  duty: Assigned['duty'] = 'main',
): Assigned => {
  const [from, to] = on.split(' ')
  return { staffId, duty, sharePercent, fromOn: `2026-${from}`, toOn: to ? `2026-${to}` : null }
}
const terms = (...spans: [on: string, salaryCents: number | null][]) =>
  spans.map(([on, salaryCents], index) => ({ id: index + 1, fromOn: `2026-${on}`, salaryCents }))
const states = (...spans: [on: string, status: string][]) =>
  spans.map(([on, status]) => ({ fromOn: `2026-${on}`, status }))

/** Absence of a person; spans in format `'05-06 05-15'`. */
const away = (staffId: number, ...spans: string[]): StoreFacts['away'] =>
  new Map([
    [
      staffId,
      spans.map((on) => {
        const [from, to] = on.split(' ')
        return { fromOn: `2026-${from}`, toOn: `2026-${to}` }
      }),
    ],
  ])

const serving = states(['01-01', 'serving'])
const salary = terms(['01-01', 310_000])

interface Case extends Partial<StoreFacts> {
  says: string
  month?: string
  /** In format `person fromDay-toDay salary share% = amount`. */
  lines: string[]
}

/** Cases of monthly store salaries; defaults: May 2026, in service since the start of the year, ¥3,100 per month. */
export const SALARIES: (Required<Omit<Case, 'month'>> & { month: string })[] = (
  [
    {
      says: 'one person for a full month gets the salary',
      assignments: [at(1, 100)],
      lines: ['1 01-31 310000 100% = 310000'],
    },
    {
      says: 'a full February pays the full salary',
      month: '2026-02',
      assignments: [at(1, 100)],
      lines: ['1 01-28 310000 100% = 310000'],
    },
    {
      says: 'two people with shares add up to the salary',
      assignments: [at(1, 60), at(2, 40)],
      lines: ['1 01-31 310000 60% = 186000', '2 01-31 310000 40% = 124000'],
    },
    {
      says: 'three thirds are rounded by the running sum',
      terms: terms(['01-01', 100]),
      assignments: [at(1, 33), at(2, 33), at(3, 34)],
      lines: ['1 01-31 100 33% = 33', '2 01-31 100 33% = 33', '3 01-31 100 34% = 34'],
    },
    {
      says: 'of two halves the first gets the odd 分',
      terms: terms(['01-01', 101]),
      assignments: [at(1, 50), at(2, 50)],
      lines: ['1 01-31 101 50% = 51', '2 01-31 101 50% = 50'],
    },
    {
      says: 'a salary below the number of people creates no negative amounts',
      terms: terms(['01-01', 3]),
      assignments: [at(1, 20), at(2, 20), at(3, 20), at(4, 20), at(5, 20)],
      lines: [
        '1 01-31 3 20% = 1',
        '2 01-31 3 20% = 0',
        '3 01-31 3 20% = 1',
        '4 01-31 3 20% = 0',
        '5 01-31 3 20% = 1',
      ],
    },
    {
      says: 'an unassigned share is not paid',
      assignments: [at(1, 70)],
      lines: ['1 01-31 310000 70% = 217000'],
    },
    { says: 'a share of 0', assignments: [at(1, 0)], lines: [] },
    { says: 'no assignment', assignments: [], lines: [] },
    {
      says: 'assigned from the tenth on',
      assignments: [at(1, 100, '05-10')],
      lines: ['1 10-31 310000 100% = 220000'],
    },
    {
      says: 'assigned until the tenth',
      assignments: [at(1, 100, '04-03 05-10')],
      lines: ['1 01-10 310000 100% = 100000'],
    },
    { says: 'one day', assignments: [at(1, 100, '05-31 05-31')], lines: ['1 31-31 310000 100% = 10000'] },
    {
      says: 'assigned only before and after the month',
      assignments: [at(1, 100, '03-01 04-30'), at(2, 100, '06-01')],
      lines: [],
    },
    {
      says: 'a handover within the month pays each person for their days',
      assignments: [at(1, 100, '01-01 05-15'), at(2, 100, '05-16')],
      lines: ['1 01-15 310000 100% = 150000', '2 16-31 310000 100% = 160000'],
    },
    {
      says: 'handovers with remainders still add up to the salary',
      terms: terms(['01-01', 100_000]),
      assignments: [at(1, 100, '01-01 05-10'), at(2, 100, '05-11 05-20'), at(3, 100, '05-21')],
      lines: ['1 01-10 100000 100% = 32258', '2 11-20 100000 100% = 32258', '3 21-31 100000 100% = 35484'],
    },
    {
      says: 'a substitute without a share gets nothing',
      assignments: [at(1, 100), at(2, 0, '05-04 05-06', 'substitute')],
      lines: ['1 01-31 310000 100% = 310000'],
    },
    {
      says: 'a substitute gets the given share',
      assignments: [at(1, 70), at(2, 30, '05-04 05-06', 'substitute')],
      lines: ['1 01-31 310000 70% = 217000', '2 04-06 310000 30% = 9000'],
    },
    {
      says: 'a substitute can take over the full share for some days',
      assignments: [at(1, 100, '01-01 05-03'), at(1, 100, '05-07'), at(2, 100, '05-04 05-06', 'substitute')],
      lines: ['1 01-03 310000 100% = 30000', '1 07-31 310000 100% = 250000', '2 04-06 310000 100% = 30000'],
    },
    {
      says: 'one person on two shifts gets both shares',
      assignments: [at(1, 50), at(1, 50)],
      lines: ['1 01-31 310000 50% = 155000', '1 01-31 310000 50% = 155000'],
    },
    {
      says: 'a new salary applies from the eleventh on',
      terms: terms(['01-01', 310_000], ['05-11', 620_000]),
      assignments: [at(1, 100)],
      lines: ['1 01-10 310000 100% = 100000', '1 11-31 620000 100% = 420000'],
    },
    {
      says: 'a new salary and a handover on different days',
      terms: terms(['01-01', 310_000], ['05-11', 620_000]),
      assignments: [at(1, 100, '01-01 05-20'), at(2, 100, '05-21')],
      lines: ['1 01-10 310000 100% = 100000', '1 11-20 620000 100% = 200000', '2 21-31 620000 100% = 220000'],
    },
    { says: 'terms without a salary', terms: terms(['01-01', null]), assignments: [at(1, 100)], lines: [] },
    {
      says: 'terms that start within the month pay nothing before',
      terms: terms(['05-22', 310_000]),
      assignments: [at(1, 100)],
      lines: ['1 22-31 310000 100% = 100000'],
    },
    { says: 'no terms', terms: [], assignments: [at(1, 100)], lines: [] },
    {
      says: 'paused from the sixth to the fifteenth',
      states: states(['01-01', 'serving'], ['05-06', 'paused'], ['05-16', 'serving']),
      assignments: [at(1, 100)],
      lines: ['1 01-05 310000 100% = 50000', '1 16-31 310000 100% = 160000'],
    },
    {
      says: 'stopped: the last day of service is paid, the next day is not',
      states: states(['01-01', 'serving'], ['05-21', 'stopped']),
      assignments: [at(1, 100)],
      lines: ['1 01-20 310000 100% = 200000'],
    },
    {
      says: 'trial days pay nothing, service days are paid from the first on',
      states: states(['05-01', 'trial'], ['05-30', 'serving']),
      assignments: [at(1, 100)],
      lines: ['1 30-31 310000 100% = 20000'],
    },
    {
      says: 'of two states on a day the later one applies',
      states: states(['01-01', 'serving'], ['05-10', 'paused'], ['05-10', 'serving']),
      assignments: [at(1, 100)],
      lines: ['1 01-09 310000 100% = 90000', '1 10-31 310000 100% = 220000'],
    },
    {
      says: 'disabled from the sixth to the fifteenth: those days are not paid',
      assignments: [at(1, 100)],
      away: away(1, '05-06 05-15'),
      lines: ['1 01-05 310000 100% = 50000', '1 16-31 310000 100% = 160000'],
    },
    {
      says: 'disabled twice, until the last day; the other share does not change',
      assignments: [at(1, 60), at(2, 40)],
      away: away(1, '05-01 05-10', '05-21 05-31'),
      lines: ['1 11-20 310000 60% = 60000', '2 01-31 310000 40% = 124000'],
    },
    {
      says: 'disabled all month',
      assignments: [at(1, 100)],
      away: away(1, '05-01 05-31'),
      lines: [],
    },
    {
      says: 'disabled and paused days overlap, and neither is paid',
      states: states(['01-01', 'serving'], ['05-11', 'paused'], ['05-21', 'serving']),
      assignments: [at(1, 100, '05-05')],
      away: away(1, '05-08 05-22'),
      lines: ['1 05-07 310000 100% = 30000', '1 23-31 310000 100% = 90000'],
    },
    { says: 'never in service', states: [], assignments: [at(1, 100)], lines: [] },
    {
      says: 'half a 分 is rounded up',
      month: '2026-06',
      terms: terms(['01-01', 15]),
      assignments: [at(1, 100, '06-01 06-01')],
      lines: ['1 01-01 15 100% = 1'],
    },
  ] satisfies Case[]
).map((one: Case) => ({
  month: '2026-05',
  states: serving,
  terms: salary,
  assignments: [],
  away: new Map(),
  ...one,
}))
