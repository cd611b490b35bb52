import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  fromPeople,
  headById,
  headOfRow,
  type PersonRow,
  pathOf,
  rowAfter,
  toPeople,
  withoutRow,
  withRow,
} from './peopleRows.ts'

const row = (key: number, name: string, more: Partial<PersonRow> = {}): PersonRow => ({
  key,
  name,
  username: '',
  mobile: '',
  position: 'member',
  head: undefined,
  ...more,
})

const HEAD = row(0, '周宁', { position: 'head' })
const MEMBER = row(1, '王一诺', { head: headOfRow(0) })

test('the first row of a company without heads is a head, the next ones are its members', () => {
  assert.deepEqual(rowAfter([], []), { ...row(0, ''), position: 'head' })
  assert.deepEqual(rowAfter([HEAD], []), { ...row(1, ''), head: headOfRow(0) })
  assert.deepEqual(rowAfter([], [{ id: 7 }]), { ...row(0, ''), head: headById(7) })
  assert.equal(rowAfter([], [{ id: 7 }, { id: 8 }]).head, undefined, 'of two heads the user chooses')
})

test('a row follows the head of the row above', () => {
  const rows = [HEAD, row(1, '乙', { head: headById(7) })]
  assert.equal(rowAfter(rows, [{ id: 7 }]).head, headById(7))
})

test('the rows are sent without blank ones, and members name the place of their head', () => {
  const rows = [row(5, ''), HEAD, row(6, ' '), { ...MEMBER, mobile: ' 13900000001 ', username: 'yinuo' }]
  assert.deepEqual(toPeople(rows, false), [
    { name: '周宁', position: 'head' },
    { name: '王一诺', username: 'yinuo', mobile: '13900000001', position: 'member', parentRow: 0 },
  ])
  assert.deepEqual(toPeople([MEMBER], true), [{ name: '王一诺' }])
  assert.equal(pathOf(rows, 1, 'mobile'), '1.mobile')
  assert.equal(pathOf(rows, 5, 'name'), undefined)
})

test('without their head, members have to choose another one', () => {
  assert.equal(withoutRow([HEAD, MEMBER], 0)[0]?.head, undefined)
  const [changed, member] = withRow([HEAD, MEMBER], { ...HEAD, position: 'sales' })
  assert.deepEqual([changed?.position, member?.head], ['sales', undefined])
  const [, other] = withRow([HEAD, MEMBER], { ...MEMBER, position: 'finance' })
  assert.deepEqual([other?.position, other?.head], ['finance', undefined])
})

test('a restored draft has the same rows', () => {
  const rows = [HEAD, MEMBER, row(2, '丙', { head: headById(9) })]
  assert.deepEqual(fromPeople(toPeople(rows, false)), rows)
})
