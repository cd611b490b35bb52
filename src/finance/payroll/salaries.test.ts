import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { daysFrom, lastDayOf } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import { type StoreFacts, storeSalaries } from './salaries.ts'
import { SALARIES } from './testSalaries.ts'

const lineTexts = (facts: StoreFacts, month: string) =>
  storeSalaries(facts, month).map(
    ({ staffId, fromOn, toOn, salaryCents, sharePercent, amountCents }) =>
      `${staffId} ${fromOn.slice(8)}-${toOn.slice(8)} ${salaryCents} ${sharePercent}% = ${amountCents}`,
  )

for (const { says, month, lines, ...facts } of SALARIES) {
  test(`salary of a store: ${says}`, () => assert.deepEqual(lineTexts(facts, month), lines))
}

const month = fc.constantFrom('2026-02', '2028-02', '2026-04', '2026-05')
const salaries = fc.array(fc.option(fc.integer({ min: 0, max: 9_999_999 })), { minLength: 1, maxLength: 4 })
const days = fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { maxLength: 5 })
const inOrder = (of: string, all: readonly number[]) =>
  [...all].sort((a, b) => a - b).map((n) => `${of}-${String(n).padStart(2, '0')}`)

/** Random shares of 100 % in total over a whole month, with handovers on some days. */
const hands = fc.record({
  cuts: days,
  shares: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 4 }),
})

function assigned(of: string, { cuts, shares }: { cuts: number[]; shares: number[] }, total: number) {
  const starts = ['2026-01-01', ...inOrder(of, cuts)]
  const last = total - sum(shares)
  return starts.flatMap((fromOn, stretch) =>
    [...shares, last].map((sharePercent, place) => ({
      staffId: ((stretch + place) % 7) + 1,
      duty: 'main' as const,
      sharePercent,
      fromOn,
      toOn: starts[stretch + 1] ? (daysFrom(fromOn, starts[stretch + 1] ?? '').at(-2) ?? null) : null,
    })),
  )
}

/** Absence of person 1 between alternating days. */
function awayOn(of: string, cuts: readonly number[]): StoreFacts['away'] {
  const switchDays = inOrder(of, cuts)
  const spans = switchDays.flatMap((fromOn, at) => {
    const toOn = switchDays[at + 1] ?? lastDayOf(of)
    return at % 2 === 0 ? [{ fromOn, toOn }] : []
  })
  return new Map([[1, spans]])
}

const facts = fc.record({ month, salaries, starts: days, pauses: days, leaves: days, hands }).map((one) => {
  const begins = ['2026-01-01', ...inOrder(one.month, one.starts)]
  return {
    month: one.month,
    facts: {
      terms: begins.flatMap((fromOn, at) => {
        const salaryCents = one.salaries[at]
        return salaryCents === undefined ? [] : [{ id: at + 1, fromOn, salaryCents }]
      }),
      states: [
        { fromOn: '2026-01-01', status: 'serving' },
        ...inOrder(one.month, one.pauses).map((fromOn, at) => ({
          fromOn,
          status: at % 2 === 0 ? 'paused' : 'serving',
        })),
      ],
      assignments: assigned(one.month, one.hands, 100),
      away: awayOn(one.month, one.leaves),
    },
  }
})

test('full shares for a whole month add up to the salary exactly, regardless of handovers', () => {
  fc.assert(
    fc.property(month, fc.integer({ min: 1, max: 9_999_999 }), hands, (of, salaryCents, whose) => {
      const lines = storeSalaries(
        {
          terms: [{ id: 1, fromOn: '2026-01-01', salaryCents }],
          states: [{ fromOn: '2026-01-01', status: 'serving' }],
          assignments: assigned(of, whose, 100),
          away: new Map(),
        },
        of,
      )
      assert.equal(sum(lines.map(({ amountCents }) => amountCents)), salaryCents)
    }),
  )
})

/** Reference calculation by day: Σ salary × share per person, times 100. */
function byDay({ terms, states, assignments, away }: StoreFacts, of: string): Map<number, bigint> {
  const exact = new Map<number, bigint>()
  for (const day of daysFrom(`${of}-01`, lastDayOf(of))) {
    const salary = terms.findLast(({ fromOn }) => fromOn <= day)?.salaryCents ?? 0
    if (states.findLast(({ fromOn }) => fromOn <= day)?.status !== 'serving') continue
    for (const { staffId, sharePercent, fromOn, toOn } of assignments) {
      if (fromOn > day || (toOn !== null && toOn < day)) continue
      if (away.get(staffId)?.some((span) => span.fromOn <= day && day <= span.toOn)) continue
      exact.set(staffId, (exact.get(staffId) ?? 0n) + BigInt(salary) * BigInt(sharePercent))
    }
  }
  return exact
}

test('each person is within one 分 of the exact amount, the total within half a 分, and no amount is negative', () => {
  fc.assert(
    fc.property(facts, ({ month: of, facts: store }) => {
      const lines = storeSalaries(store, of)
      const per = 100 * daysFrom(`${of}-01`, lastDayOf(of)).length
      const exact = byDay(store, of)
      let all = 0
      for (const [staffId, parts] of exact) {
        const personSum = sum(
          lines.filter((line) => line.staffId === staffId).map(({ amountCents }) => amountCents),
        )
        assert.ok(Math.abs(personSum - Number(parts) / per) <= 1)
        all += Number(parts)
      }
      const paid = sum(lines.map(({ amountCents }) => amountCents))
      assert.ok(Math.abs(paid - all / per) <= 0.5 + 1e-6)
      assert.ok(lines.every(({ amountCents }) => amountCents >= 0))
    }),
  )
})

test('splitting terms with an equal salary does not change the pay', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 2, max: 28 }), ({ month: of, facts: store }, on) => {
      const [fromOn = ''] = inOrder(of, [on])
      const termsOnDay = store.terms.findLast((term) => term.fromOn <= fromOn)
      if (!termsOnDay || termsOnDay.fromOn === fromOn) return
      const terms = [...store.terms, { ...termsOnDay, id: 99, fromOn }].sort((a, b) =>
        a.fromOn < b.fromOn ? -1 : 1,
      )
      const byPerson = (of2: StoreFacts) =>
        Object.entries(Object.groupBy(storeSalaries(of2, of), ({ staffId }) => staffId)).map(
          ([id, lines]) => [id, sum((lines ?? []).map(({ amountCents }) => amountCents))],
        )
      assert.deepEqual(byPerson({ ...store, terms }), byPerson(store))
    }),
  )
})
