import { dictionary } from '@zxcvbn-ts/language-common'

/** Some 49,000 passwords that leaks have made common, in lower case (design/trust.md: at least 3,000). */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])
