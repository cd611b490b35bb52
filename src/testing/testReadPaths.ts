import type { Endpoint } from '#kit/contract.ts'
import { type JsonSchema, schemaOf } from '#kit/openapi.ts'

/** Values for the inputs of reading endpoints: record ids and search words. */
export interface TestInputs {
  ids: readonly number[]
  words: readonly string[]
}

/** Maximum number of ids that are tried for a third record of an input. */
const MAX_IDS_OF_THIRD = 4

/**
 * All paths by which a leak test calls a reading endpoint: each record by its id, each choice of a field, each word as
 * a keyword, with the largest page size.
 */
export function pathsOf(endpoint: Endpoint, { ids, words }: TestInputs): string[] {
  const schema = schemaOf(endpoint.input, 'input')
  const fields = (schema.properties ?? {}) as Record<string, JsonSchema>
  const required = new Set([
    ...(schema.required ?? []),
    ...[...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
  ])
  const always: Record<string, string> = 'pageSize' in fields ? { pageSize: '100' } : {}
  const requiredNames = Object.keys(fields).filter((name) => required.has(name))
  const bases = requiredNames.reduce<Record<string, string>[]>(
    (found, name) => {
      // If two records are chosen already, trying all ids for a third one repeats the same requests.
      const some = found.length > ids.length ? ids.slice(0, MAX_IDS_OF_THIRD) : ids
      return found.flatMap((one) =>
        valuesOf(name, fields[name] ?? {}, some, words).map((value) => ({ ...one, [name]: value })),
      )
    },
    [always],
  )
  const byWord = 'keyword' in fields && !required.has('keyword') ? words : []
  return [...bases, ...byWord.map((keyword) => ({ ...always, keyword }))].map((input) =>
    pathWith(endpoint, input),
  )
}

function valuesOf(
  name: string,
  schema: JsonSchema,
  ids: readonly number[],
  words: readonly string[],
): string[] {
  if (schema.enum) return schema.enum.map(String)
  if (/^(from|on|to|onDay)$|On$/.test(name)) return [name === 'from' ? '2026-05-01' : '2026-05-19']
  if (/^(keyword|name)$/.test(name)) return [...words]
  if (['no', 'position', 'nick'].includes(name)) return ['1']
  if (name === 'month') return ['2026-04']
  if (name === 'code') return ['001', '002']
  if (/Cents$/.test(name)) return ['1']
  if (name === 'pricing') return ['{"model":"fixed","monthlyCents":1}']
  return ids.map(String)
}

function pathWith({ path }: Endpoint, input: Record<string, string>): string {
  const rest = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name] ?? '1'
    delete rest[name]
    return value
  })
  return `${filled}?${new URLSearchParams(rest)}`
}
