import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, mondayOf } from '#kit/calendar.ts'
import type { Contradiction, Gap, StoreWeek } from '#operations/duty/contract.ts'
import type { Leave } from '#operations/leaves/contract.ts'
import type { TestApp } from '#testing/testApp.ts'
import { MATE, ON_LEAVE } from './leaves.ts'

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
}
