import type { Endpoint } from './contract.ts'

/**
 * The parts of an endpoint that a call needs at run time. Only the types of the schemas are kept (`of`), so that pages
 * that must load fast do not include the validator.
 */
export interface EndpointRoute<E extends Endpoint = Endpoint>
  extends Pick<Endpoint, 'method' | 'path' | 'takes'> {
  /** Always undefined; it carries the endpoint's types. */
  readonly of?: E
}

/** Describes an endpoint by its route alone. A test next to the caller must check that the contract has this route. */
export function routeOnly<E extends Endpoint>(
  route: `${E['method']} /api/${string}`,
  takes?: E['takes'],
): EndpointRoute<E> {
  const [method, path] = route.split(' ') as [E['method'], `/api/${string}`]
  return { method, path, takes: takes ?? (method === 'GET' ? 'query' : 'json') }
}
