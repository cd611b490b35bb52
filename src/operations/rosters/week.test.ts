import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { english } from '#app/texts/english.ts'
import { firstShifts } from '#people/shifts/rules.ts'
import type { RosterEntry } from './contract.ts'
import type { EntryChoices } from './entries.ts'
import { entryMarks, entryNames, isWork, sortEntries } from './rules.ts'
import { cellKey, countPeopleOn, formatEntries, numberKeyOf, parseEntries, rowsOf } from './week.ts'

const choicesIn = (translate: (text: string) => string): EntryChoices => {
  const all = Object.entries(entryNames).map(([entry, name]) => ({
    entry,
    name: translate(name),
    mark: translate(entryMarks[entry] ?? ''),
    className: '',
  }))
  return {
    all,
    shifts: firstShifts,
    of: (code) => all.find(({ entry }) => entry === code) ?? assert.fail(code),
  }
}
const chinese = choicesIn((text) => text)
const inEnglish = choicesIn((text) => english[text] ?? text)
const SHIFTS: RosterEntry[] = ['morning', 'middle', 'evening', 'night']

test('readEntries parses typed and pasted text', () => {
  for (const [text, expected] of [
    ['', []],
    ['早', ['morning']],
    ['早班', ['morning']],
    ['1', ['morning']],
    ['早晚', ['morning', 'evening']],
    ['晚+早', ['morning', 'evening']],
    ['1 3', ['morning', 'evening']],
    ['13', ['morning', 'evening']],
    [' 休息 ', ['rest']],
    ['5', ['rest']],
    ['假', ['leave']],
    ['6', ['leave']],
    ['早休', null],
    ['7', null],
    ['上午', null],
  ] as const) {
    assert.deepEqual(parseEntries(text, chinese), expected, text)
  }
  assert.deepEqual(parseEntries('Morning', inEnglish), ['morning'])
  assert.deepEqual(parseEntries('off', inEnglish), ['rest'])
})

test('a company with twelve shifts types nine entries by number, the others by mark', () => {
  const codes = Array.from({ length: 12 }, (_, at) => String.fromCharCode(97 + at))
  const all = [...codes, 'rest'].map((entry) => ({
    entry,
    name: `${entry}-shift`,
    mark: entry,
    className: '',
  }))
  assert.deepEqual(parseEntries('19', { all }), ['a', 'i'])
  assert.deepEqual([parseEntries('l', { all }), parseEntries('0', { all })], [['l'], null])
  assert.deepEqual([numberKeyOf('i', { all }), numberKeyOf('j', { all })], ['9', ''])
})

test('readEntries parses the output of writtenEntries, in Chinese and in English', () => {
  const day = fc.oneof(fc.subarray(SHIFTS), fc.constantFrom<RosterEntry[]>(['rest'], ['leave']))
  for (const choices of [chinese, inEnglish]) {
    fc.assert(
      fc.property(day, (entries) => {
        assert.deepEqual(parseEntries(formatEntries(entries, choices), choices), sortEntries(entries))
      }),
    )
  }
})

test('no input results in a rest or a leave together with another entry', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'早中晚夜休假12345678+ ') }), (text) => {
      const entries = parseEntries(text, chinese)
      if (entries && entries.length > 1) assert.ok(entries.every(isWork))
    }),
  )
})

const MONDAY = '2026-05-18'
const agent = (id: number) => ({
  id,
  name: `客服${id}`,
  companyCode: '001',
  headName: null,
  hiredOn: null,
  leftOn: null,
})
const data = {
  monday: MONDAY,
  agents: [agent(1), agent(2)],
  cells: [
    { staffId: 1, on: '2026-05-17', entries: ['evening'] as RosterEntry[] },
    { staffId: 1, on: MONDAY, entries: ['night'] as RosterEntry[] },
  ],
  assigned: [{ staffId: 2, on: MONDAY, shift: 'morning' as const }],
}

test('rowsOf returns days, hours and cautions; unsaved edits replace loaded cells', () => {
  const [planned, free] = rowsOf(data, new Map(), firstShifts)
  assert.deepEqual(
    planned?.days.map(({ entries }) => entries.length),
    [1, 0, 0, 0, 0, 0, 0],
  )
  assert.deepEqual([planned?.hours, planned?.cautions], [8, [{ kind: 'shortRest', on: MONDAY }]])
  assert.deepEqual(free?.days[0]?.assigned, ['morning'])
  const [after, partlyPlanned] = rowsOf(
    data,
    new Map<string, RosterEntry[]>([
      [cellKey(1, MONDAY), []],
      [cellKey(2, '2026-05-20'), ['rest']],
    ]),
    firstShifts,
  )
  assert.deepEqual([after?.hours, after?.cautions], [0, []])
  // One entry makes the week planned, so the assignments no longer count.
  assert.deepEqual(partlyPlanned?.days[0]?.assigned, [])
})

test('peopleOn counts planned and assigned people', () => {
  const rows = rowsOf(data, new Map(), firstShifts)
  assert.deepEqual(
    [countPeopleOn(rows, 0, 'night'), countPeopleOn(rows, 0, 'morning'), countPeopleOn(rows, 1, 'night')],
    [1, 1, 0],
  )
})
