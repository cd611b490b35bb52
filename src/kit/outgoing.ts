import type { Endpoint } from './contract.ts'

/** The URL and body of a request: `:name` parts are filled from the input, the rest goes where the endpoint takes it. */
export function requestOf(
  baseUrl: string,
  endpoint: Pick<Endpoint, 'path' | 'takes'>,
  input: object,
  file?: File,
): { url: string; body: string | FormData | undefined } {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const url = `${baseUrl}${path}`
  if (endpoint.takes === 'query') return { url: withQuery(url, rest), body: undefined }
  if (endpoint.takes === 'file') return { url, body: formOf(rest, file) }
  return { url, body: JSON.stringify(Object.fromEntries(rest)) }
}

/** Repeats an array's name for each of its values. */
function pairsOf(fields: Map<string, unknown>): [string, string][] {
  return [...fields].flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  )
}

function withQuery(url: string, fields: Map<string, unknown>): string {
  const query = new URLSearchParams(pairsOf(fields)).toString()
  return query ? `${url}?${query}` : url
}

function formOf(fields: Map<string, unknown>, file: File | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of pairsOf(fields)) form.append(name, value)
  // Last: the server knows the fields before it reads the bytes.
  if (file) form.append('file', file, file.name)
  return form
}
