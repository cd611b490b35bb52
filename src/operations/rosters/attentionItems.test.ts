import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Candidate, Contradiction, Gap, StoreWeek } from '#operations/duty/contract.ts'
import { coverageOn, gapsBySlot, parseSlotKey, proposedIn, slotKey } from '#operations/duty/slots/rules.ts'
import type { Leave } from '#operations/leaves/contract.ts'
import { attentionItems, proposalsIn } from './attentionItems.ts'

const candidate = { staffId: 9, name: '唐宁' } as Candidate
const gap = (storeId: number, days: string[], more: Partial<Gap> = {}): Gap => ({
  storeId,
  storeName: `店${storeId}`,
  platform: 'jd',
  shift: 'evening',
  days,
  need: 1,
  people: 0,
  dailyVolume: null,
  absent: [],
  proposed: null,
  candidates: [],
  ...more,
})
const onLeave = [{ staffId: 5, name: '周小禾', why: 'leave' as const, leaveId: 3 }]

test('the next day comes first, a leave of several stores is one thing, and contradictions are last', () => {
  const contradiction = { kind: 'noStore', on: '2026-05-18', staffId: 5, storeId: null, shift: 'night' }
  const items = attentionItems(
    {
      gaps: [
        gap(1, ['2026-05-22'], { absent: onLeave, proposed: candidate }),
        gap(2, ['2026-05-22'], { absent: onLeave }),
        gap(3, ['2026-05-19']),
      ],
      contradictions: [contradiction as Contradiction],
    },
    [{ id: 7, fromOn: '2026-05-21' } as Leave],
  )
  assert.deepEqual(
    items.map((item) => [item.kind, item.on, item.kind === 'gaps' ? item.gaps.length : 1]),
    [
      ['gaps', '2026-05-19', 1],
      ['leave', '2026-05-21', 1],
      ['gaps', '2026-05-22', 2],
      ['contradiction', '2026-05-18', 1],
    ],
  )
  assert.deepEqual(proposalsIn(items), [
    { storeId: 1, shift: 'evening', fromOn: '2026-05-22', toOn: '2026-05-22', staffId: 9, insteadOf: 5 },
  ])
})

test('a slot is named by store, day and shift', () => {
  const place = { storeId: 12, on: '2026-05-19', shift: 'evening' }
  assert.deepEqual(parseSlotKey(slotKey(place)), place)
  assert.equal(parseSlotKey('12_evening'), null)
  assert.equal(parseSlotKey(undefined), null)
})

test('a proposal is shown in the slot of a leave; every other gap is shown as 无人', () => {
  assert.equal(proposedIn(gap(1, [], { absent: onLeave, proposed: candidate })), '唐宁')
  assert.equal(proposedIn(gap(1, [], { proposed: candidate })), undefined)
  const cell = (state: 'none' | 'enough' | 'short') =>
    ({
      on: '2026-05-22',
      shift: state === 'enough' ? 'morning' : 'evening',
      need: 1,
      state,
      people: [],
    }) as const
  const week = (id: number, cells: unknown[]) => ({ id, cells }) as StoreWeek
  const gaps = gapsBySlot([gap(1, ['2026-05-22'], { absent: onLeave, proposed: candidate })])
  assert.deepEqual(
    coverageOn([week(1, [cell('none'), cell('enough')]), week(2, [cell('none')])], '2026-05-22', gaps),
    { posts: 3, covered: 1, empty: 1, waiting: 1 },
  )
})
