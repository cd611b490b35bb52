import type { Endpoint } from './contract.ts'
import { AppError } from './errors.ts'
import type { Context, Served } from './serve.ts'
import { passGate } from './serve.ts'
import { acceptable } from './ui/list/address.ts'

/** A list as an endpoint has it: whoever reads it is asked for the right, and sees what the answer names. */
export interface ReadableList {
  /** Throws FORBIDDEN or INVALID as the request of a list would. */
  check: (context: Context, query: object) => void
  /** The query without what the list does not know or refuses: an address may be older than the list. */
  tidied: (query: Record<string, unknown>) => object
  /** Rows from a place on, as the person would get them now, and how many there are in all. */
  read: (context: Context, query: object, page: Page) => Promise<{ items: object[]; total: number }>
}

interface Page {
  current: number
  pageSize: number
}

/** Finds a list by the path of its endpoint; undefined where that is none. */
export type FindList = (path: string) => ReadableList | undefined

/** The lists among the endpoints: what takes `current` and `pageSize`, and answers items and their number. */
export function listsOf(features: () => readonly Served[]): FindList {
  return (path) => {
    for (const { endpoints } of features()) {
      const found = endpoints.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === path)
      if (found && typeof found.handler === 'function' && isList(found.endpoint)) {
        return readable(found.endpoint, found.handler)
      }
    }
    return undefined
  }
}

/** The parts of a query that the list has a name for. */
function known({ input }: Endpoint, query: Record<string, unknown>): Record<string, unknown> {
  const shape = 'shape' in input ? (input.shape as object) : {}
  return Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(shape, name)))
}

/** The input of a list says which page is wanted. */
function isList({ input, path }: Endpoint): boolean {
  const shape = 'shape' in input ? (input.shape as object) : {}
  return !path.includes(':') && 'current' in shape && 'pageSize' in shape
}

type Handler = Extract<Served['endpoints'][number]['handler'], CallableFunction>

function readable(endpoint: Endpoint, handler: Handler): ReadableList {
  const parse = (query: object) => {
    const { success, data } = endpoint.input.safeParse({ ...query, current: 1, pageSize: 1 })
    if (!success) throw new AppError('INVALID', '导出的筛选条件不正确，请回到列表重新筛选后再导出。')
    return data as object
  }
  return {
    tidied: (query) => acceptable(endpoint.input, known(endpoint, query)),
    check: ({ actor }, query) => {
      passGate(endpoint, actor)
      parse(query)
    },
    read: async (context, query, page) => {
      passGate(endpoint, context.actor)
      const answer = await handler(context, { ...parse(query), ...page })
      return endpoint.output.parse(answer) as { items: object[]; total: number }
    },
  }
}
