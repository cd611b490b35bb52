import type { Endpoint } from './contract.ts'

/**
 * What a call needs of an endpoint when it runs. The schemas, of which only the types are left in `of`, stay behind:
 * a page that is to stand at once carries no validator.
 */
export interface Bare<E extends Endpoint = Endpoint> extends Pick<Endpoint, 'method' | 'path' | 'takes'> {
  /** Never there; it carries the endpoint's types. */
  readonly of?: E
}

/** Names an endpoint by its route alone. That the route is the contract's a test beside the caller has to prove. */
export function bare<E extends Endpoint>(
  route: `${E['method']} /api/${string}`,
  takes?: E['takes'],
): Bare<E> {
  const [method, path] = route.split(' ') as [E['method'], `/api/${string}`]
  return { method, path, takes: takes ?? (method === 'GET' ? 'query' : 'json') }
}
