import type { EndpointRoute } from './endpointRoute.ts'

/** How a body is encoded: as JSON, or as a URL-encoded form for an API that accepts nothing else. */
export type RequestType = 'json' | 'form'

interface Extras {
  /** The file of an endpoint that takes one. */
  file?: File
  /** Default `json`. This program's API accepts JSON only, since a foreign page can send forms (design/trust.md). */
  requestType?: RequestType
}

/**
 * Returns the URL and body of a request: `:name` parts are filled from the input, other fields go where the endpoint
 * takes them.
 */
export function buildRequest(
  baseUrl: string,
  endpoint: Pick<EndpointRoute, 'path' | 'takes'>,
  input: object,
  { file, requestType = 'json' }: Extras = {},
): { url: string; body: string | FormData | URLSearchParams | undefined } {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const url = `${baseUrl}${path}`
  if (endpoint.takes === 'query') return { url: withQuery(url, rest), body: undefined }
  if (endpoint.takes === 'file') return { url, body: formOf(rest, file) }
  if (requestType === 'form') return { url, body: new URLSearchParams(pairsOf(rest)) }
  return { url, body: JSON.stringify(Object.fromEntries(rest)) }
}

/** Name-value pairs; the name of an array is repeated for each value. */
function pairsOf(fields: Map<string, unknown>): [string, string][] {
  return [...fields].flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [
      name,
      one === null ? '' : String(one),
    ]),
  )
}

function withQuery(url: string, fields: Map<string, unknown>): string {
  const query = new URLSearchParams(pairsOf(fields)).toString()
  return query ? `${url}?${query}` : url
}

function formOf(fields: Map<string, unknown>, file: File | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of pairsOf(fields)) form.append(name, value)
  // The file is last, so that the server receives the fields before the bytes.
  if (file) form.append('file', file, file.name)
  return form
}
