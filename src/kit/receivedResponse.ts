/** A response received before a component requested it: the `data` of a GET of `path` with `input`. */
export interface ReceivedResponse {
  path: string
  input: object
  data: unknown
}
