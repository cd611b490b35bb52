import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { modelNames } from '#clients/stores/rules.ts'
import { clientOf } from './support/api.ts'
import { formsOfSource } from './support/formsOfSource.ts'
import { follow, pick, press } from './support/hands.ts'
import { journey } from './support/journey.ts'
import { watchLoading } from './support/screens.ts'
import { shareOf } from './support/shares.ts'
import { addressOf, NOT_OPENED, WAYS, type Way } from './support/waysToForms.ts'

/** Inputs in which Enter accepts a day, an option or a number. */
const FIELDS =
  '.ant-picker input, input[role="combobox"], input[role="spinbutton"], input[inputmode="decimal"]'
/** The visible controls of these inputs. */
const CONTROLS = '.ant-picker, .ant-select, .ant-input-number'
/** More fields than any form has, including those that appear only after others are filled in. */
const MAX_FIELDS = 40

/** A page without any API reads. */
const EMPTY_PAGE = '/no-such-page'

const forms = formsOfSource()

test('every form of the program has a way that opens it', () => {
  const listedNames = new Set([...Object.keys(WAYS), ...Object.keys(NOT_OPENED)])
  assert.deepEqual(
    [...forms.keys()].filter((name) => !listedNames.has(name)),
    [],
  )
})

/** A push tests one form in three; `architecture.test.ts` lists every form in which Enter could submit. */
const SHARE = 3

/** The ways by account and screen. */
const walks = Map.groupBy(Object.entries(WAYS), ([, { as = 'admin', at }]) => `${as} ${at.split(/[/?]/)[1]}`)

for (const [walk, ways] of walks) {
  const [username = '', screen = ''] = walk.split(' ')
  journey(
    `as ${username} on ${screen}, Enter accepts days, options and numbers, without sending or validating the form`,
    async ({ page, base, signIn }) => {
      const client = await clientOf(base, username)
      const watch = { loaded: watchLoading(page), writes: watchWrites(page) }
      await signIn(username)
      for (const [name, way] of shareOf(ways, SHARE)) {
        await inState(page, way, async () => {
          const form = await openForm({ page, name, way, address: await addressOf(way, client), ...watch })
          await enterEverywhere(form, name, watch)
          await leave(page)
        })
      }
    },
    // The typed day may be one that the preview of consequences rejects.
    { expected: [/(400 \(Bad Request\)|404 \(Not Found\)|409 \(Conflict\)).*\/consequences\b/] },
  )
}

interface Watch {
  loaded: () => Promise<void>
  /** The write requests of the page. */
  writes: string[]
}

/** Read endpoints that use POST because their input is too large for a query string. */
const READS_BY_POST = new Set(['/api/customers/similar', '/api/figure-corrections/consequences'])

function watchWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const [method, { pathname }] = [request.method(), new URL(request.url())]
    if (method !== 'GET' && !READS_BY_POST.has(pathname)) writes.push(`${method} ${pathname}`)
  })
  return writes
}

/** Runs the task while the response of a read is changed. */
async function inState(page: Page, { shows }: Way, task: () => Promise<void>): Promise<void> {
  if (!shows) return task()
  const [read, change] = shows
  await page.route(read, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const answer = await response.json()
    const data = Array.isArray(change) ? change : { ...answer.data, ...change }
    await route.fulfill({ response, json: { ...answer, data } })
  })
  await task()
  await page.unroute(read)
  await page.goto(EMPTY_PAGE)
}

interface Opening extends Watch {
  page: Page
  name: string
  way: Way
  address: string
}

async function openForm({ page, name, way, address, loaded }: Opening): Promise<Locator> {
  // Recent responses are cached, so a changed response needs a full page load, before and afterwards.
  await (way.shows ? page.goto(address) : follow(page, address))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await loaded()
  for (const label of way.press ?? []) {
    await press(page, label)
    await loaded()
  }
  const titles = way.window ? [way.window] : (forms.get(name) ?? [])
  const [form = page.getByRole('main'), ...others] = titles.map((title) =>
    page.getByRole('dialog', { name: title }),
  )
  const found = others.reduce((one, other) => one.or(other), form)
  await found.waitFor()
  await loaded()
  return found
}

/** Types into each field of a form and presses Enter there, including fields that appear only then. */
async function enterEverywhere(form: Locator, name: string, { loaded, writes }: Watch): Promise<void> {
  writes.length = 0
  const left = form.locator(`:is(${FIELDS}):enabled:not([data-entered])`).filter({ visible: true })
  for (let n = 0; (await left.count()) > 0; n += 1) {
    assert.ok(n < MAX_FIELDS, `${name} has no end`)
    const field = await enter(left.first())
    assert.ok(await form.isVisible(), `${name} closes after Enter in ${field}`)
    assert.deepEqual(
      await untouchedErrors(form),
      [],
      `${name} checks its other fields after Enter in ${field}`,
    )
    assert.deepEqual(writes, [], `${name} sends something after Enter in ${field}`)
  }
  await loaded()
  assert.ok(await form.isVisible(), `${name} closes`)
  assert.deepEqual(writes, [], `${name} sends something`)
  const missed = form.locator(
    `:is(${CONTROLS}):not(:has([data-entered]), :has(:disabled), :has(:is(${CONTROLS})))`,
  )
  assert.equal(await missed.filter({ visible: true }).count(), 0, `${name} has a field that was not entered`)
}

/** Types into a field and presses Enter with its list or calendar open and closed. Returns the field's label. */
async function enter(field: Locator): Promise<string> {
  const page = field.page()
  await field.focus()
  const { label, text } = await field.evaluate(mark)
  const typed = page.locator(':focus')
  const type = async () => {
    if (await typed.isEditable()) await typed.fill(text ?? 'a')
  }
  if (text) await type()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  if (!text) {
    await type()
    await page.keyboard.press('Enter')
  }
  return label
}

/** Runs in the page: marks the field as entered; returns its label, and the text to type unless it is a list. */
function mark(input: SVGElement | HTMLElement) {
  input.setAttribute('data-entered', '')
  const items: Element[] = []
  for (
    let item = input.closest('.ant-form-item');
    item;
    item = item.parentElement?.closest('.ant-form-item') ?? null
  )
    items.push(item)
  for (const item of items) item.setAttribute('data-touched', '')
  const label = input.getAttribute('aria-label') ?? items[0]?.querySelector('label')?.textContent ?? input.id
  if (input.closest('.ant-picker')) return { label, text: '2026-06-15' }
  return { label, text: input.getAttribute('role') === 'combobox' ? null : '7' }
}

/** The fields that show an error although the user has not touched them. */
async function untouchedErrors(form: Locator): Promise<string[]> {
  // Validation errors appear one frame later.
  await form.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return form
    .locator('.ant-form-item-has-error:not([data-touched])')
    .evaluateAll((items) => items.map(({ textContent }) => textContent ?? ''))
}

/** Leaves the screen and discards the input. */
async function leave(page: Page): Promise<void> {
  await follow(page, EMPTY_PAGE)
  const question = page.getByRole('dialog', { name: '您填写的内容还没有保存' })
  const nothing = page.getByRole('heading', { level: 1, name: '没有这个页面' })
  await question.or(nothing).first().waitFor()
  if (await question.isVisible()) await question.getByRole('button', { name: '放弃修改' }).click()
  await nothing.waitFor()
}

journey(
  'an admin types a day and Enter in a new store: the day is accepted, nothing is sent, no other field shows an error',
  async ({ page, signIn }) => {
    await signIn('admin', '/store-management')
    const writes = watchWrites(page)
    await press(page, '新建店铺')
    const form = page.getByRole('dialog', { name: '新建店铺' })
    const day = form.getByLabel('上线日期')
    await day.fill('2026-06-15')
    await day.press('Enter')
    await page.waitForFunction(
      () => !document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)'),
    )
    await day.press('Enter')
    assert.deepEqual(await untouchedErrors(form), [])
    assert.equal(await day.inputValue(), '2026-06-15')
    assert.deepEqual(writes, [])
    // In a plain text field Enter still submits, and focuses the first invalid field.
    await form.getByLabel('类目').press('Enter')
    await form.getByText('请输入店铺名称').waitFor()
    await page.waitForFunction(() => document.activeElement?.id === 'name')
    assert.deepEqual(writes, [])
  },
)

journey(
  "an admin selects a store's pricing model: no field shows an error before it is touched or the form is submitted",
  async ({ page, base, signIn }) => {
    const { at } = WAYS['workspace/store-page/TermsForm 新的计费方式'] ?? assert.fail()
    await signIn('admin', await addressOf({ at }, await clientOf(base, 'admin')))
    await press(page, '新的计费方式')
    const form = page.getByRole('dialog', { name: '新的计费方式' })
    const wrong = form.locator('.ant-form-item-has-error')
    const model = form.getByLabel('计费方式')
    for (const [name, first, lacks] of [
      [modelNames.included, '月费', '请输入月费'],
      [modelNames.tier, '第 1 档月费', '请输入月费'],
    ] as const) {
      await pick(model, name)
      assert.deepEqual(await untouchedErrors(form), [], name)
      const touched = form.getByRole('textbox', { name: first, exact: true })
      await touched.fill('9')
      await touched.fill('')
      await form.getByText(lacks).waitFor()
      assert.equal(await wrong.count(), 1, name)
    }
    await pick(model, modelNames.hourly)
    assert.deepEqual(await untouchedErrors(form), [])
    await form.getByRole('button', { name: /^确\s?定$/ }).click()
    await form.getByText('请输入每小时单价').waitFor()
    await form.getByText('请输入每天工时').waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === '每小时单价')
    assert.equal(await wrong.count(), 2)
  },
)
