import * as z from 'zod'
import { Id, Keyword, many, Option, optionsEndpoint } from '#kit/contract.ts'

/** What the options are for. Each purpose requires the permission of its form. */
export const OptionPurpose = z.enum(['parent', 'owner', 'leader', 'agent', 'reviewer', 'anyone'])

export type OptionPurpose = z.output<typeof OptionPurpose>

/**
 * The staff that a field or filter offers. Apart from the rest of the contract, because most screens need only this,
 * and declaring the schemas of a whole contract takes a browser some milliseconds.
 */
export const staffOptions = optionsEndpoint('GET /api/staff/options', {
  offers: 'staff',
  needs: 'signedIn',
  summary: '选人用的名单：编号和姓名',
  input: z.strictObject({
    purpose: OptionPurpose,
    keyword: Keyword,
    /** Staff with these ids, active or not, so that a filter can show the name of its person. */
    id: many(Id),
    /** A person to exclude, such as the one whose work is handed over. */
    exceptId: Id.optional(),
    /** The company of the options. Only an admin of the headquarters can request another than their own. */
    companyCode: z
      .string()
      .regex(/^\d{3}$/)
      .optional(),
  }),
  output: z.array(Option),
})
