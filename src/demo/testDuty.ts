import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayOf, mondayOf } from '#kit/calendar.ts'
import type { Contradiction, Gap, StoreWeek } from '#operations/duty/contract.ts'
import type { Leave } from '#operations/leaves/contract.ts'
import { NOON, type TestApp } from '#testing/testApp.ts'
import { MATE, ON_LEAVE } from './leaves.ts'
import { demoRows } from './rows.ts'

const DAY_MS = 86_400_000

/** Tests that the demo's weeks show what the screens of duty are for, and little else. */
export function testDuty({ as }: Pick<TestApp, 'as'>): void {
  const attention = async (who: string) => (await as(who).get('/api/duty/attention')).data

  test('the week of the account `head` has one gap, a leave, its stand-ins and one contradiction', async () => {
    const { gaps, contradictions, leaveRequests, today } = await attention('head')
    const leaves: Leave[] = (await as('head').get('/api/leaves?status=approved')).data.items
    const [leave] = leaves
    assert.deepEqual([leaves.length, leave?.staffName, leaveRequests], [1, ON_LEAVE, 1])
    assert.ok(leave && leave.fromOn > today && leave.fromOn <= addDays(today, 7))
    assert.deepEqual(
      gaps.map(({ days, people }: Gap) => [days, people]),
      [[[leave.fromOn], 0]],
    )
    assert.deepEqual(
      contradictions.map(({ kind, staffName }: Contradiction) => [kind, staffName]),
      [['otherShift', MATE]],
    )
    const { standIns } = (await as('head').get(`/api/leaves/${leave.id}`)).data
    assert.ok(standIns.length >= 1, 'somebody stands in for the leave')
  })

  test('every other store of the company is covered in the coming two weeks, and nothing contradicts itself', async () => {
    const { gaps, contradictions } = await attention('admin')
    assert.deepEqual([gaps.length, contradictions.length], [1, 1], JSON.stringify({ gaps, contradictions }))
  })

  test('rests of this week and the last one are covered by stand-ins', async () => {
    const { today } = await attention('head')
    for (const from of [mondayOf(today), addDays(mondayOf(today), -7)]) {
      const { stores } = (await as('head').get(`/api/duty/stores?from=${from}`)).data
      const cells = (stores as StoreWeek[]).flatMap((store) => store.cells)
      const empty = cells.filter(({ state }) => state === 'none').length
      assert.ok(empty <= 0.05 * cells.length, `${empty} of ${cells.length} are uncovered`)
      assert.ok(
        cells.some(({ people }) => people.some(({ insteadOf }) => insteadOf !== null)),
        JSON.stringify(cells.slice(0, 8)),
      )
    }
  })

  test('on whichever day of the week the demo begins, it has the leave, stand-ins, the gap and the contradiction', () => {
    for (const later of [0, 1, 2, 3, 4, 5, 6]) {
      const now = new Date(NOON.getTime() + later * DAY_MS)
      const today = dayOf(now)
      const tables = new Map(
        demoRows(now, '').map(([name, rows]) => [name, rows as Record<string, unknown>[]]),
      )
      const approved = (tables.get('staffLeave') ?? []).filter(({ status }) => status === 'approved')
      const leave = approved.find(({ reason }) => reason === '家里有事，请一天')
      const on = String(leave?.fromOn)
      assert.ok(on > today && on <= addDays(today, 7), `${today}: the leave is on ${on}`)
      const assigned = tables.get('storeAssignment') ?? []
      assert.ok(
        assigned.some(({ leaveId }) => leaveId === leave?.id),
        `${today}: nobody stands in for the leave`,
      )
      const helpers = assigned.filter(({ duty, shift, insteadOf, fromOn }) =>
        [
          duty === 'substitute',
          shift === 'middle',
          insteadOf === null,
          String(fromOn) > addDays(today, -7),
        ].every(Boolean),
      )
      assert.equal(helpers.length, 1, `${today}: the contradiction`)
    }
  })
}
