import { t } from '#kit/text.ts'
import type { Choice } from './list/declare.tsx'

/** Converts a table of names to the choices of a select: `choicesOf(platformNames)`. */
export function choicesOf(names: Record<string, string>): Choice<string>[] {
  return Object.entries(names).map(([value, name]) => ({ value, label: t(name) }))
}

/** 全部 and a tab for each state, from the names of the states and the `statusCounts` of the response. */
export function statusTabs(names: Record<string, string>) {
  return {
    key: 'status' as const,
    options: choicesOf(names),
    counts: ({ statusCounts }: { statusCounts: Record<string, number> }) => ({
      ...statusCounts,
      all: Object.values(statusCounts).reduce((sum, count) => sum + count, 0),
    }),
  }
}

/** Converts the choices of a select to the names of a column. */
export function namesOf(choices: readonly Choice<string>[]): Record<string, string> {
  return Object.fromEntries(choices.map(({ value, label }) => [value, label]))
}
