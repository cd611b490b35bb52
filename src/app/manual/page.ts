import { type Actor, can, hideCompany, hideStoreSalary } from '#access/can.ts'
import type { Permission } from '#access/permissions.ts'
import type { ManualKey } from './keys.ts'

/**
 * What a user needs to be shown a part of a page: a permission, `prices` (prices and salaries of stores, hidden from
 * role 2), or `headquarters` (several companies).
 */
export type Needs = Permission | 'prices' | 'headquarters'

interface Part {
  /** By default everyone who may open the page sees the part. */
  readonly needs?: Needs
}

/** A figure of the screen and how it is calculated. */
export interface ManualFigure extends Part {
  readonly name: string
  readonly formula: string
  /** Exceptions, units and where the data comes from. */
  readonly note?: string
}

/** A common task, step by step. */
export interface ManualTask extends Part {
  readonly title: string
  readonly steps: readonly string[]
}

/** A rule that explains what the screen allows and refuses. */
export interface ManualNote extends Part {
  readonly text: string
}

/**
 * A page of the manual, in Chinese only. In all texts, 「…」 contains a word of the screen exactly as the screen shows it;
 * a test compares them with the program's texts.
 */
export interface ManualPage {
  /** What the screen is for; one or two sentences. */
  readonly purpose: string
  readonly figures: readonly ManualFigure[]
  /** The most common tasks first. Every role that may open the page sees at least three. */
  readonly tasks: readonly [ManualTask, ManualTask, ManualTask, ...ManualTask[]]
  readonly notes?: readonly ManualNote[]
  /** Related pages. */
  readonly see: readonly ManualKey[]
}

/** Whether the user is shown a part of a page. */
export function isShown(actor: Actor, { needs }: Part): boolean {
  if (needs === undefined) return true
  if (needs === 'prices') return !hideStoreSalary(actor)
  if (needs === 'headquarters') return !hideCompany(actor)
  return can(actor, needs)
}

/** A task with its number among the tasks of its page, which an address names. */
export interface NumberedTask extends ManualTask {
  readonly number: number
}

/** The tasks that the user is shown; the numbers are the same for every user. */
export function tasksFor(actor: Actor, page: ManualPage): NumberedTask[] {
  return page.tasks.map((task, at) => ({ ...task, number: at + 1 })).filter((task) => isShown(actor, task))
}

/** All texts of a page, or those of the parts that are shown. */
export function textsOf(page: ManualPage, shown: (part: Part) => boolean = () => true): string[] {
  return [
    page.purpose,
    ...page.figures
      .filter(shown)
      .flatMap(({ name, formula, note }) => [name, formula, ...(note === undefined ? [] : [note])]),
    ...page.tasks.filter(shown).flatMap(({ title, steps }) => [title, ...steps]),
    ...(page.notes ?? []).filter(shown).map(({ text }) => text),
  ]
}
