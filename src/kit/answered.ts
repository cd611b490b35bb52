/** A response that came before a component asked for it: `data` answers a GET of `path` with `input`. */
export interface Answered {
  path: string
  input: object
  data: unknown
}
