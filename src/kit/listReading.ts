import type { Endpoint } from './contract.ts'
import { AppError } from './errors.ts'
import { parseFor } from './sentenceText.ts'
import { assertMayCall, type Context, type Served } from './serve.ts'
import { acceptable } from './ui/list/address.ts'

/** A list read through its endpoint: the permission is checked, and only the fields of the contract are returned. */
export interface ReadableList {
  /** Throws FORBIDDEN or INVALID like a request for the list. */
  check: (context: Context, query: object) => void
  /**
   * Removes query fields that the list does not have or does not accept: a saved address may be older than the list.
   */
  cleanQuery: (query: Record<string, unknown>) => object
  /** Returns a page of rows as the user would get them now, and the total number. */
  read: (context: Context, query: object, page: Page) => Promise<{ items: object[]; total: number }>
}

interface Page {
  current: number
  pageSize: number
}

/** Finds a list by the path of its endpoint; undefined if there is none. */
export type FindList = (path: string) => ReadableList | undefined

/** Finds lists among the endpoints: those that take `current` and `pageSize` and return items and their total. */
export function listLookup(features: () => readonly Served[]): FindList {
  return (path) => {
    for (const { endpoints } of features()) {
      const found = endpoints.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === path)
      if (found && typeof found.handler === 'function' && isList(found.endpoint)) {
        return toReadableList(found.endpoint, found.handler)
      }
    }
    return undefined
  }
}

/** The fields of a query that the list's input has. */
function knownFields({ input }: Endpoint, query: Record<string, unknown>): Record<string, unknown> {
  const shape = 'shape' in input ? (input.shape as object) : {}
  return Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(shape, name)))
}

/** A list has paging fields in its input. */
function isList({ input, path }: Endpoint): boolean {
  const shape = 'shape' in input ? (input.shape as object) : {}
  return !path.includes(':') && 'current' in shape && 'pageSize' in shape
}

type Handler = Extract<Served['endpoints'][number]['handler'], CallableFunction>

function toReadableList(endpoint: Endpoint, handler: Handler): ReadableList {
  const parse = (query: object) => {
    const { success, data } = endpoint.input.safeParse({ ...query, current: 1, pageSize: 1 })
    if (!success) throw new AppError('INVALID', '导出的筛选条件不正确，请回到列表重新筛选后再导出。')
    return data as object
  }
  return {
    cleanQuery: (query) => acceptable(endpoint.input, knownFields(endpoint, query)),
    check: ({ actor }, query) => {
      assertMayCall(endpoint, actor)
      parse(query)
    },
    read: async (context, query, page) => {
      assertMayCall(endpoint, context.actor)
      const answer = await handler(context, { ...parse(query), ...page })
      return parseFor(context.locale, () => endpoint.output.parse(answer)) as {
        items: object[]
        total: number
      }
    },
  }
}
