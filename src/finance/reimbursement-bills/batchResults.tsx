import { t } from '#kit/text.ts'
import type { RowResult } from '#kit/ui/list/eachRow.ts'

/** Converts results of a claim batch to the format of the list. */
export const toRowResults = (
  results: { id: number; code: string | null; problem: string | null }[],
): RowResult[] =>
  results.map(({ id, code, problem }) => ({
    key: id,
    name: code ?? t('编号 {n}', { n: id }),
    ...(problem && { problem }),
  }))
