import assert from 'node:assert/strict'
import { globSync, statSync } from 'node:fs'
import { test } from 'node:test'
import type { Actor } from '#access/can.ts'
import { findEntries } from '#app/browser/palette.ts'
import { settingsOf } from '#app/browser/settingsTabs.ts'
import type { ScreenPath } from '#app/screenPaths.ts'
import { english } from '#app/texts/english.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import { chapters, chaptersFor, mayRead, places, screenOf, titleOf } from './contents.ts'
import { manualEntries, pagesContaining, searchableManual } from './entries.ts'
import { placeOf } from './helpPlace.ts'
import { type ManualKey, manualKeyAt, manualKeys, screenPages, settingsPages } from './keys.ts'
import { isShown, tasksFor, textsOf } from './page.ts'
import { manualPages } from './pages.ts'
import pinyin from './pinyin.json' with { type: 'json' }

const person = (role: number, parentId: number | null = null, companyCode = '002'): Actor => ({
  id: 9,
  role,
  parentId,
  companyCode,
})
const headquarters = person(1, null, '001')
const admin = person(1)
const head = person(2)
const member = person(2, 4)
const sales = person(3)
const finance = person(4)
const everyone = { headquarters, admin, head, member, sales, finance }

/** The texts of a page that a user is shown. */
const shownTo = (actor: Actor, key: ManualKey) => textsOf(manualPages[key], (part) => isShown(actor, part))

const readableBy = (actor: Actor) => chaptersFor(actor).flatMap(({ keys }) => keys)

test('every screen and every tab of the settings has a page in the manual', () => {
  const hasPage = (key: ManualKey | undefined) => key !== undefined && manualPages[key].purpose !== ''
  const screens = places.filter(({ path }) => !hasPage(screenPages[path])).map(({ path }) => path)
  assert.deepEqual(screens, [])
  const tabs = settingsOf(headquarters).filter(({ key }) => !hasPage(settingsPages[key]))
  assert.deepEqual(
    tabs.map(({ key }) => key),
    [],
  )
  assert.deepEqual(places.map(({ path }) => path).sort(), (Object.keys(screenPages) as ScreenPath[]).sort())
})

test('the table of contents lists every page once, under a title of its own', () => {
  assert.deepEqual(chapters.flatMap(({ keys }) => keys).sort(), [...manualKeys].sort())
  const titles = manualKeys.map(titleOf)
  assert.deepEqual(
    titles.filter((title, at) => titles.indexOf(title) !== at),
    [],
  )
})

/** Pictures of the whole manual together; each is shown only when its page is opened. */
const MAX_BYTES = 3 * 1024 * 1024

test('every page has its picture, and no picture is left over', () => {
  const folder = new URL('./pictures/', import.meta.url)
  const pictures = globSync('*', { cwd: folder })
  const expected = manualKeys.map((key) => `${key}.webp`)
  assert.deepEqual(
    expected.filter((name) => !pictures.includes(name)),
    [],
    'run npm run pictures',
  )
  assert.deepEqual(
    pictures.filter((name) => !expected.includes(name)),
    [],
  )
  const bytes = pictures.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0)
  assert.ok(bytes > 0 && bytes <= MAX_BYTES, `${bytes} bytes`)
})

test('a word of the screen in 「…」 is a text of the program', () => {
  const unknown = manualKeys.flatMap((key) =>
    textsOf(manualPages[key])
      .flatMap((text) => Array.from(text.matchAll(/「([^」]*)」/g), ([, word = '']) => word))
      .filter((word) => !Object.hasOwn(english, word))
      .map((word) => `${key}: ${word}`),
  )
  assert.deepEqual(unknown, [])
})

test('a page links to other pages, and has no text twice', () => {
  for (const key of manualKeys) {
    const { see } = manualPages[key]
    assert.ok(see.length > 0 && !see.includes(key), key)
    assert.equal(new Set(see).size, see.length, key)
    const texts = textsOf(manualPages[key])
    assert.deepEqual(
      texts.filter((text, at) => texts.indexOf(text) !== at),
      [],
      key,
    )
  }
})

test('every user who may read a page sees at least three tasks on it', () => {
  const short = Object.entries(everyone).flatMap(([name, actor]) =>
    readableBy(actor)
      .filter((key) => tasksFor(actor, manualPages[key]).length < 3)
      .map((key) => `${name}: ${key}`),
  )
  assert.deepEqual(short, [])
})

test('the manual tells role 2 nothing about prices, salaries and results', () => {
  const secret = /(?<!员)工资|薪|提成|月费|单价|计费|成本|毛利|净利|价格|¥/
  for (const actor of [head, member]) {
    const found = readableBy(actor).flatMap((key) => shownTo(actor, key).filter((text) => secret.test(text)))
    assert.deepEqual(found, [])
  }
  assert.ok(shownTo(sales, 'stores').some((text) => secret.test(text)))
})

test('a user reads the pages of the screens that they may open, and no others', () => {
  assert.deepEqual([...readableBy(headquarters)].sort(), [...manualKeys].sort())
  for (const key of ['bills', 'months', 'payroll', 'staff', 'customers', 'worklogs', 'start'] as const)
    assert.equal(mayRead(member, key), false, key)
  for (const key of ['worklog-entry', 'stores', 'claims', 'lists', 'settings-account'] as const)
    assert.equal(mayRead(member, key), true, key)
  for (const actor of [head, sales, finance]) {
    assert.equal(mayRead(actor, 'payroll'), false)
    assert.equal(mayRead(actor, 'settings-security'), false)
  }
  assert.equal(mayRead(finance, 'settings-money'), true)
  assert.equal(mayRead(sales, 'bills'), false)
  assert.ok(shownTo(admin, 'settings-company').length < shownTo(headquarters, 'settings-company').length)
})

test('the question mark of a screen opens its page', () => {
  const at = (actor: Actor, address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    return manualKeyAt(actor, pathname, searchParams)
  }
  assert.equal(at(admin, '/welcome'), 'home')
  assert.equal(at(admin, '/customer-bill-management/12'), 'bill')
  assert.equal(at(admin, '/customer-bill-management/ageing/ties'), 'ties')
  assert.equal(at(admin, '/account/settings'), 'settings-account')
  assert.equal(at(admin, '/account/settings?tab=books'), 'settings-money')
  assert.equal(at(admin, '/account/settings?tab=toString'), 'settings-account')
  assert.equal(at(head, '/store-worklog'), 'worklogs')
  assert.equal(at(head, '/store-worklog?on=2026-05-19'), 'worklog-entry')
  assert.equal(at(member, '/store-worklog'), 'worklog-entry')
  assert.equal(at(admin, '/no-such-screen'), undefined)
})

test('an address names a page, a task or the contents', () => {
  assert.deepEqual(placeOf('bills'), { key: 'bills' })
  assert.deepEqual(placeOf('worklog-entry.2'), { key: 'worklog-entry', task: 2 })
  for (const text of ['contents', '', 'no-such-page', 'bills.', 'bills.x', 'toString'])
    assert.deepEqual(placeOf(text), {}, text)
})

test('a page opens its own screen, and a page without one the home page', () => {
  assert.equal(screenOf(admin, 'bill'), '/customer-bill-management')
  assert.equal(screenOf(admin, 'ties'), '/customer-bill-management/ageing/ties')
  assert.equal(screenOf(admin, 'settings-rules'), '/account/settings/company?tab=thresholds')
  assert.equal(screenOf(finance, 'settings-money'), '/account/settings?tab=books')
  assert.equal(screenOf(admin, 'settings-company'), '/account/settings/company?tab=profile')
  assert.equal(screenOf(admin, 'lists'), '/welcome')
})

test('pages and tasks are found by title, pinyin and initials, pages also by their text', () => {
  const found = (actor: Actor, text: string) =>
    findEntries(searchableManual(actor, manualPages, pinyin), text).map(({ does }) => does)
  const issue = { help: 'bills.1' }
  for (const text of ['生成一个月的账单', 'scygydzd', 'shengchengyigeyue'])
    assert.ok(
      found(admin, text).some((does) => JSON.stringify(does) === JSON.stringify(issue)),
      text,
    )
  assert.deepEqual(found(member, '生成一个月的账单'), [])
  assert.deepEqual(
    pagesContaining(admin, manualPages, ' 提取码 ').map(({ key }) => key),
    ['customer', 'bill', 'merchant'].filter((key) =>
      shownTo(admin, key as ManualKey)
        .join()
        .includes('提取码'),
    ),
  )
  assert.deepEqual(pagesContaining(member, manualPages, '结账清单'), [])
  assert.deepEqual(pagesContaining(admin, manualPages, ' '), [])
})

test('the table of readings has every title', () => {
  const titles = manualEntries(headquarters, manualPages).map(({ title }) => title)
  for (const title of titles)
    assert.equal((pinyin as Record<string, string>)[title], searchPinyin(title), title)
})
