import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { journey, PHONE } from './support/journey.ts'
import { watchLoading } from './support/screens.ts'

/** A line of docs/tasks.md. */
interface Task {
  role: string
  task: string
  /** The controls to press in order; each by one of its possible names. */
  presses: string[][]
  count: number
  shows: { what: string; name: string }
}

const ROLES = ['agent', 'head', 'sales', 'finance', 'admin']
const TASKS_PER_ROLE = 3
const MAX_PRESSES = 2

const tasks = readFileSync(new URL('../docs/tasks.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => taskOf(line.split('|').map((cell) => cell.trim())))

function taskOf([, role = '', task = '', press = '', count = '', shows = '']: string[]): Task[] {
  if (!ROLES.includes(role)) return []
  const presses =
    press === '–' ? [] : press.split('›').map((names) => names.split(' / ').map((name) => name.trim()))
  const [what = '', ...name] = shows.split(' ')
  return [{ role, task, presses, count: Number(count), shows: { what, name: name.join(' ') } }]
}

test('docs/tasks.md has three tasks for each role, each of at most two presses, and counts them', () => {
  for (const role of ROLES)
    assert.equal(tasks.filter((one) => one.role === role).length, TASKS_PER_ROLE, role)
  for (const { task, presses, count } of tasks) {
    assert.equal(presses.length, count, task)
    assert.ok(count <= MAX_PRESSES, task)
  }
})

for (const [device, viewport] of [
  ['desktop', undefined],
  ['phone', PHONE],
] as const) {
  for (const role of ROLES) {
    journey(
      `on a ${device} ${role} reaches the most common tasks with the presses of docs/tasks.md`,
      async ({ page, signIn }) => {
        const loaded = watchLoading(page)
        for (const { task, presses, shows } of tasks.filter((one) => one.role === role)) {
          await signIn(role, '/welcome')
          await page.getByRole('heading', { level: 1, name: '首页' }).waitFor()
          await loaded()
          for (const names of presses) {
            await controlOf(page, names).click()
            await loaded()
          }
          assert.ok(await isShown(page, shows), `${task}: ${shows.what} ${shows.name} is not shown`)
        }
      },
      viewport && { viewport },
    )
  }
}

/** A pattern for the whole name; `*` stands for any characters. Ant Design writes two Chinese characters with a space. */
function patternOf(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const spaced = /^\p{Script=Han}{2}$/u.test(name) ? [...name].join('\\s?') : parts.join('.*')
  return new RegExp(`^${spaced}$`)
}

/** The first button or link of the page itself with one of the names: the menu is no control of the home page. */
function controlOf(page: Page, names: readonly string[]): Locator {
  const main = page.locator('main')
  const found = names
    .map(patternOf)
    .flatMap((name) => [main.getByRole('button', { name }), main.getByRole('link', { name })])
  return found.reduce((all, one) => all.or(one)).first()
}

/** Whether the page shows a heading, a dialog or a panel with this name. */
async function isShown(page: Page, { what, name }: Task['shows']): Promise<boolean> {
  const roles = { heading: 'heading', dialog: 'dialog', panel: 'region' } as const
  const role = roles[what as keyof typeof roles]
  assert.ok(role, `docs/tasks.md names ${what}, which is no heading, dialog or panel`)
  const found = page.getByRole(role, { name: patternOf(name) }).first()
  await found.waitFor().catch(() => undefined)
  return found.isVisible()
}
