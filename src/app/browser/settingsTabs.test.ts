import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPANY_SETTINGS, SETTINGS } from '#app/routes.ts'
import { settingsAddress, settingsGroupsOf, settingsOf } from './settingsTabs.ts'

const person = (role: number, parentId: number | null = null, companyCode = '001') => ({
  id: 9,
  role,
  parentId,
  companyCode,
})
const admin = person(1)
const finance = person(4)
const keysOn = (actor: typeof admin, path: typeof SETTINGS | typeof COMPANY_SETTINGS) =>
  settingsGroupsOf(actor, path).flatMap(({ tabs }) => tabs.map(({ key }) => key))

test('what holds for the whole company is on a page of its own, which begins with its profile', () => {
  assert.equal(keysOn(admin, COMPANY_SETTINGS)[0], 'profile')
  for (const key of ['thresholds', 'books', 'security', 'aliases', 'companies'] as const) {
    assert.ok(keysOn(admin, COMPANY_SETTINGS).includes(key) && !keysOn(admin, SETTINGS).includes(key), key)
    assert.equal(settingsAddress(key), `${COMPANY_SETTINGS}?tab=${key}`)
  }
  assert.deepEqual(keysOn(admin, SETTINGS), [
    'account',
    'sign-ins',
    'language',
    'notices',
    'subscriptions',
    'downloads',
    'about',
    'record-imports',
    'bulk-edits',
  ])
  assert.ok(!keysOn(person(1, null, '002'), COMPANY_SETTINGS).includes('companies'))
})

test('finance finds 账务 among its own settings, and no other tab of the company', () => {
  assert.deepEqual(keysOn(finance, COMPANY_SETTINGS), [])
  assert.ok(settingsOf(finance).some(({ to }) => to === `${SETTINGS}?tab=books`))
  assert.deepEqual(settingsGroupsOf(finance, SETTINGS).at(-1)?.title, '公司')
  assert.deepEqual(keysOn(finance, SETTINGS).at(-1), 'books')
})

test('other roles have no tab of the company', () => {
  for (const actor of [person(2), person(2, 4), person(3), person(9)]) {
    assert.deepEqual(keysOn(actor, COMPANY_SETTINGS), [])
    assert.ok(settingsGroupsOf(actor, SETTINGS).every(({ title }) => title !== '公司'))
  }
})

test('no tab is on both pages', () => {
  const all = settingsOf(admin).map(({ title }) => title)
  assert.equal(new Set(all).size, all.length)
})
