import { after } from 'node:test'
import pg from 'pg'

/** The parts of `pg`'s query that its types do not declare. */
interface Sent {
  text: string
  submit: (connection: object) => unknown
}

/** A comparison of a company's column with a value, as the program's queries restrict what a person reaches. */
const COMPARED =
  /((?:"?\w+"?\.)?"?company_code"?|"?company"?\."?code"?)\s*(=\s*any\s*\(\s*\$\d+(?:::[\w[\]]+)?\s*\)|=\s*\$\d+|in\s*\(\s*\$\d+(?:\s*,\s*\$\d+)*\s*\))/gi

/**
 * While `isOn` returns true, every `select` of this process is sent without the program's own conditions on companies:
 * `company_code = $1` becomes `(true or company_code = $1)`. It ends with the test file.
 */
export function forgetCompanies(isOn: () => boolean): { forgotten: () => number } {
  const queries = pg.Query.prototype as unknown as Sent
  const { submit } = queries
  let count = 0
  queries.submit = function forget(this: Sent, connection) {
    if (isOn() && /^\s*(select|with)\b/i.test(this.text)) {
      const text = this.text.replaceAll(COMPARED, '(true or $1 $2)')
      if (text !== this.text) count += 1
      this.text = text
    }
    return submit.call(this, connection)
  }
  after(() => {
    queries.submit = submit
  })
  return { forgotten: () => count }
}
