/** The types of autocannon that the bench uses; the package has none. */
declare module 'autocannon' {
  export interface Request {
    method?: 'GET' | 'PATCH' | 'POST'
    path?: string
    headers?: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
    onResponse?: (status: number, body: string) => void
  }
  export interface Client {
    setRequests: (requests: Request[]) => void
  }
  export interface Options extends Request {
    url: string
    connections: number
    duration: number
    /** Requests per second over all connections. */
    overallRate?: number
    /** Number of requests after which a connection is reopened. */
    reconnectRate?: number
    setupClient?: (client: Client) => void
  }
  export interface Result {
    url: string
    requests: { total: number }
    latency: { p50: number; p99: number }
    /** In seconds. */
    duration: number
    errors: number
    timeouts: number
    non2xx: number
    /** Number of responses by status. */
    statusCodeStats?: Record<string, { count: number }>
  }
  export type Running = Promise<Result> & { stop: () => void }
  export default function autocannon(options: Options): Running
}
